/** The values of a PDF file, as far as signing needs them. */
export class Name {
  constructor(readonly name: string) {}
}

export class Text {
  constructor(
    readonly bytes: Buffer,
    readonly isHex = false,
  ) {}
}

export class Ref {
  constructor(
    readonly num: number,
    readonly gen: number,
  ) {}
}

export type Dict = Map<string, Value>

/** A dictionary with bytes behind it, as they are kept: usually compressed. */
export class Stream {
  constructor(
    readonly dict: Dict,
    readonly data: Buffer,
  ) {}
}

/** Written as it is: numbers of a fixed width that are known only when the file is whole. */
export class Raw {
  constructor(readonly text: string) {}
}

export type Value = null | boolean | number | Name | Text | Ref | Value[] | Dict | Stream | Raw

/** Why a document cannot be worked with; `picture` is that of the seal. */
export type PdfTrouble = 'notPdf' | 'broken' | 'encrypted' | 'tooLarge' | 'picture'

export class PdfError extends Error {
  override readonly name = 'PdfError'
  constructor(
    readonly trouble: PdfTrouble,
    message: string,
  ) {
    super(message)
  }
}

export function broken(message: string): PdfError {
  return new PdfError('broken', message)
}

export function isDict(value: Value | undefined): value is Dict {
  return value instanceof Map
}

/** A text string of a document: UTF-16 with its mark where it is not plain. */
export function textString(text: string): Text {
  const isPlain = [...text].every((letter) => letter >= ' ' && letter <= '~')
  if (isPlain) return new Text(Buffer.from(text, 'latin1'))
  return new Text(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]), true)
}

export function textOf(value: Value | undefined): string {
  if (!(value instanceof Text)) return ''
  const { bytes } = value
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le')
}
