export const untrustedProxyMessage = (proxy: string) =>
  `Requests come through a proxy at ${proxy} that is not trusted: all shoppers share one limit. Set TRUSTED_PROXIES.`
