import { decoded } from './page-text.ts'

/** What a page's head says to search engines and to whom its link is sent. */
export function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const valueOf = (pattern: string) => {
    const all = [...head.matchAll(new RegExp(pattern, 'g'))]
    if (all.length > 1) throw new Error(`${pattern} stands ${all.length} times in the head.`)
    return all[0] && decoded(all[0][1]!)
  }
  return {
    title: valueOf('<title>([^<]*)</title>')!,
    description: valueOf('<meta name="description" content="([^"]*)">')!,
    canonical: valueOf('<link rel="canonical" href="([^"]*)">'),
    robots: valueOf('<meta name="robots" content="([^"]*)">'),
    meta: (name: string) => valueOf(`<meta (?:property|name)="${name}" content="([^"]*)">`),
    hasShareTags: /"(og|twitter):/.test(head),
    structuredData: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json!)),
  }
}
