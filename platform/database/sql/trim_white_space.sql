-- The same characters as in shop/text/white-space.ts except NUL, which PostgreSQL text cannot contain.
create or replace function public.trim_white_space(p_text text)
returns text language sql immutable parallel safe
return btrim(p_text, U&'\0001\0002\0003\0004\0005\0006\0007\0008\0009\000A\000B\000C\000D\000E\000F\0010\0011\0012\0013\0014\0015\0016\0017\0018'
  || U&'\0019\001A\001B\001C\001D\001E\001F\0020\007F\0080\0081\0082\0083\0084\0085\0086\0087\0088\0089\008A\008B\008C\008D\008E'
  || U&'\008F\0090\0091\0092\0093\0094\0095\0096\0097\0098\0099\009A\009B\009C\009D\009E\009F\00A0\1680\180E\2000\2001\2002\2003'
  || U&'\2004\2005\2006\2007\2008\2009\200A\200B\2028\2029\202F\205F\2060\3000\FEFF');

revoke execute on function public.trim_white_space(text) from public;
