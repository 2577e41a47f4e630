import { BESIDE_PLACES, PLACES } from '@xueheng/contract/domains/report/places.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import type { Disclosure } from './disclosure.ts'

/**
 * The columns of an answer over one exam or several: without those of places that no policy tells; bands, and bands beside
 * numbers, are text that is put in no order.
 */
export function discloseHeaders(headers: Header[], disclosures: readonly Disclosure[]): Header[] {
  const told = new Set(disclosures.map(({ ranks }) => ranks))
  const isHidden = (name: string) =>
    (BESIDE_PLACES.includes(name) && !told.has('exact')) || (name in PLACES && told.size === 1 && told.has('none'))
  const isText = (name: string) => name in PLACES && (told.has('band') || told.has('none'))
  const walk = (some: Header[]): Header[] =>
    some.flatMap(({ children, ...header }) => {
      const name = header.key.slice(header.key.lastIndexOf('.') + 1)
      if (!children) return isHidden(name) ? [] : [isText(name) ? asText(header) : header]
      const kept = walk(children)
      return kept.length > 0 ? [{ ...header, children: kept }] : []
    })
  return walk(headers)
}

function asText({ key, title, fixed }: Header): Header {
  return { key, title, kind: 'text', ...(fixed && { fixed }) }
}
