import type { Field, Fields, Row } from './field.ts'
import type { Page } from './page.ts'

/** Who may call: anyone, anyone signed in, or holders of a permission code. */
export type Access = 'public' | 'signedIn' | { permission: string }

export interface CallOptions<I extends Fields, O extends Fields, A extends Answer> {
  method: 'GET' | 'POST'
  /** Full path with `:name` parameters. */
  path: string
  aliases?: string[]
  title: string
  access: Access
  /** Query, path and body values by name; they are merged before they are checked. */
  input?: I
  /**
   * `array`: the body itself is an array, handed over as `input.items`. `upload`: multipart files, which are kept;
   * `look`: one that is there for the time of the request alone. `xml`: a text of a program that speaks no JSON, handed
   * over as `input.xml`.
   */
  body?: 'array' | 'upload' | 'look' | 'xml'
  /**
   * Fields of the answer, all of them; of one record for pages and lists. The nodes of a forest carry the same in
   * `children`. `*` stands for names that are data themselves.
   */
  output?: O
  /** Shape of the answer; `data` without it. */
  answer?: A
  /** Leaves no line in the operation log and runs outside a transaction: reads over POST, sign-in. */
  readOnly?: boolean
  /**
   * Waits for somebody else's answer: rights and limits of a write, but no transaction around it; the handler keeps and logs
   * by itself what becomes of it.
   */
  outside?: boolean
  /** A read that writes in passing (a line in a log, a file, a counter) or locks rows: a replica of the database cannot answer it. */
  notes?: boolean
  /** A GET that changes data: right, transaction and log of a write, and only for requests of the own site. */
  writes?: boolean
  /**
   * Only for those who proved who they are within the last minutes; others are asked to, and repeat the call.
   * `file`: only where the answer is asked for as a file (`format`).
   */
  stepUp?: boolean | 'file'
  /** May be called while something is due first: a new password, a second factor, a guest's registration. */
  beforeDuty?: boolean
}

/**
 * `data` one record · `page` · `list` · `status` only success · `file` bytes ·
 * `bare` JSON outside the envelope · `stream` server-sent events.
 */
export type Answer = 'data' | 'page' | 'list' | 'status' | 'file' | 'bare' | 'stream'

export interface Call<
  I extends Fields = Fields,
  O extends Fields = Fields,
  A extends Answer = Answer,
> extends CallOptions<I, O, A> {
  name: string
  input: I
  answer: A
  aliases: string[]
}

/** What a handler is given; of a list also all that was asked, unchecked, as `query`. */
export type Input<C> =
  C extends Call<infer I, Fields, Answer>
    ? Row<I> & { items?: unknown[] } & (C extends { fields: Fields } ? { query: Record<string, unknown> } : unknown)
    : never

type Record_<O extends Fields> = keyof O extends never
  ? unknown
  : string extends keyof O
    ? unknown
    : O extends { '*': Field<infer T> }
      ? Record<string, T>
      : Row<O>

/** What a handler must answer. */
export type Output<C> =
  C extends Call<Fields, infer O, infer A>
    ? A extends 'page'
      ? Page<Record_<O>>
      : A extends 'list'
        ? Record_<O>[]
        : A extends 'data'
          ? Record_<O> | null
          : A extends 'status'
            ? boolean | void
            : unknown
    : never

export function defineCall<const I extends Fields = {}, const O extends Fields = {}, const A extends Answer = 'data'>(
  name: string,
  options: CallOptions<I, O, A>,
): Call<I, O, A> {
  return {
    ...options,
    name,
    input: options.input ?? ({} as I),
    answer: options.answer ?? ('data' as A),
    aliases: options.aliases ?? [],
  }
}
