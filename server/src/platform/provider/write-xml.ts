/** What stands in an element: a text, a number, elements in order, or several elements of the same name. */
export type XmlValue = string | number | { [name: string]: XmlValue } | XmlValue[]

/** `<xml><Content><![CDATA[好]]></Content></xml>`: texts as CDATA, numbers plain. */
export function writeXml(values: { [name: string]: XmlValue }): string {
  return elementOf('xml', values)
}

function elementOf(name: string, value: XmlValue): string {
  if (Array.isArray(value)) return value.map((one) => elementOf(name, one)).join('')
  return `<${name}>${contentOf(value)}</${name}>`
}

function contentOf(value: Exclude<XmlValue, XmlValue[]>): string {
  if (typeof value === 'number') return String(value)
  // Signs that XML cannot carry go; a CDATA section ends in the text that would end it.
  if (typeof value === 'string') return `<![CDATA[${printable(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  return Object.entries(value)
    .map(([name, one]) => elementOf(name, one))
    .join('')
}

function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
}
