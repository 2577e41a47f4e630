import { type Access, type Call, defineCall } from './call.ts'
import { type Fields, integer, text } from './field.ts'

/** What every list takes beside its filters: its page and its order. */
export const LIST_INPUT = {
  current: integer('页码', { min: 1 }),
  size: integer('每页条数', { min: 1, max: 1000 }),
  ascs: text('升序', { length: 200 }),
  descs: text('降序', { length: 200 }),
}

export interface ListOptions<F extends Fields, C extends Fields, I extends Fields> {
  /** Full path. */
  path: string
  aliases?: string[]
  title: string
  access: Access
  /** Columns of the rows: answered, filtered by with every suffix of this API family (`createTime_datege`), ordered by. */
  fields: F
  /** Further columns of the rows to filter by, not answered: the time a row was made (`createTime_datege`). */
  filters?: Fields
  /** Further fields of the answer that the handler works out; no filter and no order. */
  computed?: C
  /** Further values the handler is asked with; they filter as it says, not as a field of the same name would. */
  input?: I
  /** Order where none is asked for, `-name` for descending; newest first without it. */
  order?: string[]
}

/** A list call that is no CRUD: the server pages, filters and orders any source of rows by its fields. */
export interface List<F extends Fields = Fields, C extends Fields = Fields, I extends Fields = Fields> extends Call<
  typeof LIST_INPUT & I,
  F & C,
  'page'
> {
  fields: F
  filters: Fields
  order: string[]
}

export function defineList<const F extends Fields, const C extends Fields = {}, const I extends Fields = {}>(
  name: string,
  { fields, filters, computed, input, order, ...options }: ListOptions<F, C, I>,
): List<F, C, I> {
  const call = defineCall(name, {
    ...options,
    method: 'GET',
    input: { ...LIST_INPUT, ...(input ?? ({} as I)) },
    output: { ...fields, ...(computed ?? ({} as C)) },
    answer: 'page',
  })
  return { ...call, fields, filters: filters ?? {}, order: order ?? ['-createTime'] }
}
