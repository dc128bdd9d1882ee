import { messages } from '#shop/messages/messages.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { toPageError } from '#kit/page-data/page-errors.ts'
import type { PageModule } from '#kit/routing/route-definition.ts'
import type { Head, HeadArgs } from './head.ts'

export type LoadedPageModules = ReadonlyMap<string, PageModule>

type Match = { id: string; data: unknown; params: Readonly<Record<string, string | undefined>> }
type Site = { publicUrl: string; identity: ShopIdentity }

export function resolveHead(
  pageModules: LoadedPageModules,
  match: Match | undefined,
  location: { pathname: string; search: string },
  site: Site,
): Head {
  const head = match && (pageModules.get(match.id)?.head as ((args: HeadArgs<unknown>) => Head) | undefined)
  const shopName = site.identity.name
  if (!match || !head) return { title: shopName }
  return head({ data: match.data, params: match.params, location, shopName, ...site })
}

export function resolveErrorHead(errors: readonly unknown[], { identity: { name } }: Site): Head {
  const isMissing = errors.some((error) => toPageError(error).status === 404)
  return { title: isMissing ? `${messages.pageNotFound} – ${name}` : name, noIndex: true }
}
