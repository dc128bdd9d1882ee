# /etc/varnish/default.vcl: Varnish 7 in front of two nodes. Start it with `-p http_gzip_support=off`; README.md says why.
vcl 4.1;

import directors;
import std;

probe ready {
  .request =
    "GET /readyz HTTP/1.1"
    "Host: shop.example"
    "Connection: close";
  .interval = 1s;
  .timeout = 3s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}

# While the database is away no node is ready, but each still shows the public pages that it has.
probe alive {
  .request =
    "GET /livez HTTP/1.1"
    "Host: shop.example"
    "Connection: close";
  .interval = 2s;
  .timeout = 3s;
  .window = 2;
  .threshold = 1;
  .initial = 1;
}

backend node1 { .host = "10.0.0.11"; .port = "3000"; .probe = ready; .connect_timeout = 2s; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }
backend node2 { .host = "10.0.0.12"; .port = "3000"; .probe = ready; .connect_timeout = 2s; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }
backend node1_away { .host = "10.0.0.11"; .port = "3000"; .probe = alive; .connect_timeout = 2s; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }
backend node2_away { .host = "10.0.0.12"; .port = "3000"; .probe = alive; .connect_timeout = 2s; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }

sub vcl_init {
  new nodes = directors.round_robin();
  nodes.add_backend(node1);
  nodes.add_backend(node2);
  new away = directors.round_robin();
  away.add_backend(node1_away);
  away.add_backend(node2_away);
}

sub vcl_recv {
  set req.backend_hint = nodes.backend();

  if (req.url ~ "^/(healthz|livez|readyz|metrics)(\?|$)") {
    return (synth(404));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Back-office and services answer one reader; events are passed on as they come.
  if (req.url ~ "^/(admin|api|functions)(/|\?|$)") {
    return (pass);
  }
  # One copy for each encoding that the shop makes.
  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Each request asks the shop itself: an answer that another one waits for may be older than a change.
  set req.hash_ignore_busy = true;
  if (!std.healthy(req.backend_hint) && std.healthy(away.backend())) {
    set req.backend_hint = away.backend();
    return (pass);
  }
  # An old page is shown only while no node can answer, a minute old at most.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  } else {
    set req.grace = 60s;
  }
  # Cookies do not matter: only public pages are stored, and the shop is asked for each request.
  return (hash);
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.method == "GET" && bereq.retries < 1) {
    return (retry);
  }
  # A page that a node shows while its database is away has an age already, and must not get older here.
  if (beresp.http.Cache-Status || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "public" || beresp.status != 200) {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  if (beresp.http.Cache-Control ~ "immutable") {
    # Scripts, styles and pictures, whose address changes with their content.
    set beresp.ttl = 7d;
    set beresp.grace = 0s;
    return (deliver);
  }
  # Pages: kept for the question whether they are still the same (ETag), which the shop answers from memory.
  set beresp.ttl = 0s;
  set beresp.grace = 60s;
  set beresp.keep = 1h;
  return (deliver);
}

sub vcl_backend_error {
  if (bereq.method == "GET" && bereq.retries < 1) {
    return (retry);
  }
  # Also for `/_data`: to the scripts of the shop any 503 that is not JSON means that the shop cannot be reached.
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.body = {"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The shop cannot be reached</title>
<p>The shop cannot be reached at the moment. Please try again.</p>
</html>
"};
  return (deliver);
}

# The 404 of vcl_recv, and errors of Varnish itself.
sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  if (resp.status == 404) {
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.body = "Not found";
    return (deliver);
  }
  set resp.http.Content-Type = "text/html; charset=utf-8";
  set resp.http.Retry-After = "5";
  set resp.body = {"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The shop cannot be reached</title>
<p>The shop cannot be reached at the moment. Please try again.</p>
</html>
"};
  return (deliver);
}

sub vcl_deliver {
  # The age of a copy that the shop has just confirmed says nothing; of an old one it does.
  if (obj.hits > 0 && obj.ttl < 0s) {
    set resp.http.X-Cache = "stale";
  }
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
