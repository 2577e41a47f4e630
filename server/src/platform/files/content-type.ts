import { open } from 'node:fs/promises'

const SIGNATURES: [string, string][] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['25504446', 'application/pdf'],
  ['d0cf11e0a1b11ae1', 'application/vnd.ms-excel'],
  ['504b0304', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]

/** What a file is by its first bytes; its name is not believed. Text without a signature is text, UTF-16 with its mark. */
export async function contentTypeOf(path: string, name: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const head = buffer.subarray(0, bytesRead)
    const hex = head.toString('hex')
    const known = SIGNATURES.find(([signature]) => hex.startsWith(signature))
    if (known) return known[1] === SIGNATURES[4]?.[1] && !/\.xlsx?$/i.test(name) ? 'application/zip' : known[1]
    return head.includes(0) && !/^(fffe|feff)/.test(hex) ? 'application/octet-stream' : 'text/plain'
  } finally {
    await file.close()
  }
}

const ARCHIVE = ['application/zip', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
const COMPOUND = ['application/vnd.ms-excel']
const FORMS: [extensions: string, types: string[]][] = [
  ['zip xlsx docx pptx xlsm ofd odt ods odp epub', ARCHIVE],
  ['xls doc ppt', COMPOUND],
  ['wps et dps', [...ARCHIVE, ...COMPOUND]],
  ['pdf', ['application/pdf']],
  ['png', ['image/png']],
  ['jpg jpeg', ['image/jpeg']],
  ['txt csv tsv md json xml log sql html htm css js', ['text/plain']],
]
const FORM_OF = new Map(FORMS.flatMap(([names, types]) => names.split(' ').map((name) => [name, types] as const)))
const OF_ONE_FORM = /^(image\/|application\/pdf)/

/** Whether contents of this type may carry the name. An extension nobody here knows may be anything but a picture or a PDF. */
export function fitsName(type: string, name: string): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return FORM_OF.get(extension)?.includes(type) ?? !OF_ONE_FORM.test(type)
}

const BY_NAME: Record<string, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}

/** The type a download is sent as; unknown ones are bytes and never rendered. */
export function contentTypeOfName(name: string): string {
  return BY_NAME[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}
