/**
 * Fields: the words every declaration is written in. A field is plain data (it can be printed as JSON);
 * what a kind means to the database, the list filter and the screen is looked up by `kind` in one registry per side.
 */
export type FieldKind =
  | 'text'
  | 'paragraph'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'flag'
  | 'date'
  | 'dateTime'
  | 'dict'
  | 'ref'
  | 'image'
  | 'icon'
  | 'json'
  | 'secret'

/** Named checks a text may have to pass; the rule and its message live in `check.ts`. */
export type CheckName = 'phone' | 'creditCode' | 'studentCode' | 'idCard' | 'email' | 'isbn' | 'webLink' | 'memberId'

/** What a field is beyond its kind; which of them a kind takes stands in `KindOptions`. */
export interface FieldOptions {
  required?: boolean
  /** Text for a missing value where 请输入… / 请选择… with the label is not the specified wording. */
  message?: string
  /** How the list call filters by it and that the screen's search form offers it; `name`: by any part, and by pinyin. */
  search?: boolean | 'equal' | 'like' | 'range' | 'name'
  default?: string | number | boolean
  /** Longest text in characters. */
  length?: number
  min?: number
  max?: number
  /** Digits after the point. */
  scale?: number
  /** Printed behind the column title and in the input: 人口基数(万人). */
  unit?: string
  check?: CheckName
  /** Words the product knows (语文, 总分) are shown in the reader's language; what else was typed stays, and files keep Chinese. */
  isWorded?: boolean
  /** A year that runs into the next: 2025 is shown as 2025–2026. */
  isSchoolYear?: boolean
  /** A JSON number on the wire (scores); without it decimals travel as strings. */
  wireNumber?: boolean
  /** What a structured value has to be, as it comes in; without it nobody but its handler looks. */
  shape?: 'texts' | 'integers' | 'row' | 'rows'
  /** Pick several: stored and sent as an array of keys. */
  multiple?: boolean
  /** Dictionary keys stored as integers and sent as JSON numbers. */
  numeric?: boolean
  /** Rows are picked from a tree instead of a list. */
  tree?: boolean
  /** Column of the referenced entity that is stored; `id` without it. */
  value?: string
  /** Rows are offered that have these values. */
  only?: Record<string, string | number>
  /** Right to give a value to a call: others are not asked for it, and refused with it. */
  permission?: string
  /** Masked on the way out unless revealed. */
  personal?: 'name' | 'idCard' | 'phone' | 'email' | 'address' | 'studentCode'
  /** `add`: may be set once, when the row is made. `never`: shown, never typed. */
  editable?: 'add' | 'never'
  /** Whether lists and workbooks carry it; `isListed` says what goes without saying. */
  list?: boolean
  /** HTML, typed in an editor and cleaned by the server's allow list whenever it is saved. */
  rich?: boolean
  /** The call that takes a picture in; with `max`, so many pictures, joined by commas. */
  upload?: string
  /** Width and height in pixels a picture is cut and shrunk to before it is sent. */
  cut?: readonly [width: number, height: number]
  sortable?: boolean
  help?: string
}

type CommonOption = 'required' | 'message' | 'search' | 'default' | 'editable' | 'list' | 'sortable' | 'help'

/** What each kind takes beside the common options. */
interface KindOptions {
  text: 'length' | 'check' | 'personal' | 'unit' | 'isWorded'
  paragraph: 'length' | 'rich'
  integer: 'min' | 'max' | 'unit' | 'isSchoolYear'
  decimal: 'min' | 'max' | 'scale' | 'unit'
  flag: never
  date: never
  dict: 'multiple' | 'numeric'
  ref: 'multiple' | 'tree' | 'value' | 'only' | 'permission'
  image: 'length' | 'max' | 'upload' | 'cut'
  icon: 'length'
  json: 'shape'
}

type OptionsOf<K extends keyof KindOptions> = Pick<FieldOptions, CommonOption | KindOptions[K]>
/** `O` with nothing in it that its kind does not take. */
type Only<K extends keyof KindOptions, O> = O & Record<Exclude<keyof O, keyof OptionsOf<K>>, never>

/** `T` is the value as it is answered, `S` as PostgreSQL hands it out: exact numbers are text there. */
export interface Field<T = unknown, S = T> extends FieldOptions {
  kind: FieldKind
  label: string
  /** Code of the dictionary (kind `dict`). */
  dict?: string
  /** Name of the entity (kind `ref`). */
  ref?: string
  /** Carry the TypeScript types only; never set. */
  readonly _type?: T
  readonly _stored?: S
}

export type Fields = Record<string, Field>

type Value<T, O> = O extends { required: true } ? T : T | null
type Picked<T, O> = O extends { multiple: true } ? Value<T[], O> : Value<T, O>

/** The TypeScript row of a set of fields: optional ones may be null. */
export type Row<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T, infer _S> ? T : never }

/** What stands in the column of a secret. */
export type Encrypted = string & { readonly isEncrypted: true }

type SecretNames<F extends Fields> = {
  [K in keyof F & string]: F[K] extends Field<infer _T, infer S> ? ([S] extends [Encrypted | null] ? K : never) : never
}[keyof F & string]

/** The fields as they are answered: for the secret `appKey` the flag `hasAppKey`. */
export type Answered<F extends Fields> = {
  [K in keyof F as K extends SecretNames<F> ? `has${Capitalize<K>}` : K]: F[K]
}

/** Secrets as they are typed in. */
export type Secrets<F extends Fields> = { [K in SecretNames<F>]: string | null }

/** The same as it comes out of the database in a statement of one's own. */
export type StoredValues<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends Field<infer _T, infer S> ? S : never
}

function make<T, S = T>(kind: FieldKind, label: string, options: FieldOptions | undefined): Field<T, S> {
  return { kind, label, ...options }
}

export function text<const O extends OptionsOf<'text'>>(
  label: string,
  options?: Only<'text', O>,
): Field<Value<string, O>> {
  return make('text', label, options)
}

/** One of a few words that the program itself writes. */
export function word<T extends string>(label: string): Field<T> {
  return make('text', label, { required: true })
}

export function paragraph<const O extends OptionsOf<'paragraph'>>(
  label: string,
  options?: Only<'paragraph', O>,
): Field<Value<string, O>> {
  return make('paragraph', label, options)
}

export function integer<const O extends OptionsOf<'integer'>>(
  label: string,
  options?: Only<'integer', O>,
): Field<Value<number, O>> {
  return make('integer', label, options)
}

/** An exact number; a string on the wire, as every client of this API family expects. */
export function decimal<const O extends OptionsOf<'decimal'>>(
  label: string,
  options?: Only<'decimal', O>,
): Field<Value<string, O>> {
  return make('decimal', label, { scale: 2, ...options })
}

/** A score in marks with one decimal; a JSON number on the wire, null when the paper was not sat. */
export function score<const O extends OptionsOf<'decimal'>>(
  label: string,
  options?: Only<'decimal', O>,
): Field<Value<number, O>, Value<string, O>> {
  return make('decimal', label, { scale: 1, wireNumber: true, ...options })
}

/** A share shown as per cent: 0.8333 is shown as 83.33. On the wire the shown number. */
export function percent<const O extends OptionsOf<'decimal'>>(
  label: string,
  options?: Only<'decimal', O>,
): Field<Value<number, O>, Value<string, O>> {
  return make('percent', label, { scale: 2, unit: '%', ...options })
}

/** 0 or 1, drawn as a switch. */
export function flag<const O extends OptionsOf<'flag'>>(
  label: string,
  options?: Only<'flag', O>,
): Field<Value<number, O>> {
  return make('flag', label, options)
}

export function date<const O extends OptionsOf<'date'>>(
  label: string,
  options?: Only<'date', O>,
): Field<Value<string, O>> {
  return make('date', label, options)
}

/** `yyyy-MM-dd HH:mm:ss` in the server's zone. */
export function dateTime<const O extends OptionsOf<'date'>>(
  label: string,
  options?: Only<'date', O>,
): Field<Value<string, O>> {
  return make('dateTime', label, options)
}

type DictValue<O> = O extends { numeric: true } ? number : string

export function dict<const O extends OptionsOf<'dict'>>(
  label: string,
  code: string,
  options?: Only<'dict', O>,
): Field<Picked<DictValue<O>, O>> {
  return { ...make<Picked<DictValue<O>, O>>('dict', label, options), dict: code }
}

/** A row of another entity, by its name; resolved by a test, never imported. */
export function ref<const O extends OptionsOf<'ref'>>(
  label: string,
  entity: string,
  options?: Only<'ref', O>,
): Field<Picked<string, O>> {
  return { ...make<Picked<string, O>>('ref', label, options), ref: entity }
}

/** Address of a picture; jpg or png, at most 500 kB. */
export function image<const O extends OptionsOf<'image'>>(
  label: string,
  options?: Only<'image', O>,
): Field<Value<string, O>> {
  return make('image', label, options)
}

/** Name of an icon, picked from those the product brings. */
export function icon<const O extends OptionsOf<'icon'>>(
  label: string,
  options?: Only<'icon', O>,
): Field<Value<string, O>> {
  return make('icon', label, options)
}

/** A structured value of type `T`, kept as JSON. */
export function json<T>(label: string, options?: OptionsOf<'json'>): Field<T> {
  return make('json', label, options)
}

/** Encrypted where it is kept and never sent: answers carry the flag `has<Name>`. A blank one keeps what is set, `has<Name>: 0` clears it. */
export function secret<const O extends OptionsOf<'text'>>(
  label: string,
  options?: Only<'text', O>,
): Field<0 | 1, Encrypted | null> {
  return make('secret', label, options)
}

/** `hasAppKey` for the secret `appKey`. */
export function flagOfSecret(name: string): string {
  return `has${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Names of the secrets among the fields. */
export function secretNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
}

/** The fields as they are answered: each secret as its flag. */
export function withoutSecrets<F extends Fields>(fields: F): Answered<F> {
  const answered = Object.entries(fields).map(([name, field]) =>
    field.kind === 'secret' ? [flagOfSecret(name), flag(`已设置${field.label}`, { required: true })] : [name, field],
  )
  return Object.fromEntries(answered) as Answered<F>
}

/** Whether lists and workbooks carry a field: what has a structure, is long or secret belongs to the row alone. */
export function isListed({ kind, list }: Field): boolean {
  return kind !== 'secret' && (list ?? (kind !== 'json' && kind !== 'paragraph'))
}

/** Rows about people are carried away only by those who just proved who they are. */
export function hasPersonal(fields: Fields): boolean {
  return Object.values(fields).some((field) => field.personal !== undefined)
}
