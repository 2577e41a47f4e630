import { checks, isRealDay } from './check.ts'
import type { Field, FieldKind, Fields, Row } from '../kit/field.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Picked values are 请选择, typed ones 请输入. */
const PICKED = new Set<FieldKind>(['flag', 'date', 'dateTime', 'dict', 'ref', 'icon'])

function verbOf(kind: FieldKind): string {
  if (kind === 'image') return '请选择上传'
  return PICKED.has(kind) ? '请选择' : '请输入'
}

/** The message for a missing value: the declared one, or the verb of the kind with the label. */
export function requiredMessage(field: Field): string {
  return field.message ?? `${verbOf(field.kind)}${field.label}`
}

/** The first rule a present value breaks, in the user's words, or nothing. */
export function valueMessage(field: Field, value: unknown): string | undefined {
  if (field.multiple) {
    if (!Array.isArray(value)) return `${field.label}应为列表`
    return value.map((one) => valueMessage({ ...field, multiple: false }, one)).find((message) => message)
  }
  return RULES[field.kind](field, value)
}

type Rule = (field: Field, value: unknown) => string | undefined

function textRule(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${field.label}应为文本`
  const limit = field.length ?? (field.kind === 'paragraph' ? 20_000 : 255)
  if (value.length > limit) return `${field.label}不能超过${limit}个字符`
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value)) return `${field.label}含有不可见字符`
  return field.check ? checks[field.check](value) : undefined
}

function numberRule(field: Field, value: unknown): string | undefined {
  const isText = typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)
  const number = isText || typeof value === 'number' ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) return `${field.label}应为数字`
  const scale = field.kind === 'integer' ? 0 : (field.scale ?? 2)
  if (scale === 0 && !/^-?\d+$/.test(String(value))) return `${field.label}应为整数`
  if ((String(value).split('.')[1] ?? '').length > scale) return `${field.label}最多${scale}位小数`
  const min = field.min ?? (scale === 0 ? -2_147_483_648 : -1e13)
  const max = field.max ?? (scale === 0 ? 2_147_483_647 : 1e13)
  if (number < min) return `${field.label}不能小于${min}`
  return number > max ? `${field.label}不能大于${max}` : undefined
}

function keyRule(field: Field, value: unknown): string | undefined {
  if (field.numeric) return numberRule({ ...field, kind: 'integer' }, value)
  const isKey = (typeof value === 'string' || typeof value === 'number') && String(value).length <= 64
  return isKey ? undefined : `${field.label}不是有效的选项`
}

const RULES: Record<FieldKind, Rule> = {
  text: textRule,
  paragraph: textRule,
  image: textRule,
  icon: textRule,
  integer: numberRule,
  decimal: numberRule,
  percent: numberRule,
  flag: (field, value) =>
    [0, 1, '0', '1', true, false].includes(value as never) ? undefined : `${field.label}只能是0或1`,
  date: (field, value) =>
    typeof value === 'string' && DAY.test(value.slice(0, 10)) && isRealDay(value.slice(0, 10))
      ? undefined
      : `${field.label}应为日期，如2026-09-01`,
  dateTime: (field, value) =>
    typeof value === 'string' && MOMENT.test(value) && isRealDay(value.slice(0, 10)) && isClock(value.slice(11))
      ? undefined
      : `${field.label}应为时间，如2026-09-01 08:00:00`,
  dict: keyRule,
  ref: keyRule,
  json: shapeRule,
  secret: textRule,
}

const isText = (one: unknown) => typeof one === 'string' || Number.isFinite(one)
const isRow = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one)
const isWhole = (one: unknown) => isText(one) && /^-?\d{1,9}$/.test(String(one))
const PARTS = { texts: isText, integers: isWhole, rows: isRow }

function shapeRule({ shape, label }: Field, value: unknown): string | undefined {
  if (!shape) return undefined
  if (shape === 'row') return isRow(value) ? undefined : `${label}的格式不正确`
  if (!Array.isArray(value)) return `${label}应为列表`
  const wrong = value.findIndex((one) => !PARTS[shape](one))
  return wrong < 0 ? undefined : `${label}的第${wrong + 1}项格式不正确`
}

function isClock(time: string): boolean {
  const [hour = 99, minute = 99, second = 99] = time.split(':').map(Number)
  return hour < 24 && minute < 60 && second < 60
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * A value as forms hold it and checks read it: texts without blanks around them, several keys as a list also where rows
 * send `a,b`. A number is taken where a text is kept.
 */
export function givenValue(field: Field, value: unknown): unknown {
  if (Number.isFinite(value) && ['text', 'paragraph'].includes(field.kind)) return String(value)
  if (typeof value !== 'string' || field.kind === 'paragraph') return value
  return field.multiple
    ? value
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean)
    : value.trim()
}

/** One message for a value of a form or a body, or nothing when it may be kept. */
export function fieldMessage(field: Field, value: unknown): string | undefined {
  if (field.check === 'creditCode' && typeof value === 'string' && value !== '' && value.trim() === '') {
    return '不能全部空格'
  }
  const given = givenValue(field, value)
  if (isMissing(given)) return field.required ? requiredMessage(field) : undefined
  return valueMessage(field, given)
}

/** The value as the server keeps it: numbers as numbers, flags as 0 or 1, keys as strings, blanks as null. */
export function normalize(field: Field, value: unknown): unknown {
  const given =
    KEPT_AS_TYPED.has(field.kind) && typeof value === 'string' && !field.multiple ? value : givenValue(field, value)
  if (isMissing(given)) return field.multiple ? [] : given === '' && isTyped(field) ? '' : null
  if (field.multiple && Array.isArray(given)) return given.map((one) => normalizeOne(field, one))
  return normalizeOne(field, given)
}

/** Blanks around these are part of them, or taken off where they are kept. */
const KEPT_AS_TYPED = new Set<FieldKind>(['text', 'paragraph', 'image', 'icon', 'secret', 'json'])

function isTyped(field: Field): boolean {
  return ['text', 'paragraph', 'image', 'icon'].includes(field.kind)
}

function ofShape({ shape }: Field, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (shape === 'texts') return value.map(String)
  return shape === 'integers' ? value.map(Number) : value
}

function normalizeOne(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'integer':
    case 'flag':
      return Number(value)
    case 'decimal':
    case 'percent':
      return field.wireNumber || field.kind === 'percent' ? Number(value) : String(value)
    case 'dict':
    case 'ref':
      return field.numeric ? Number(value) : String(value)
    case 'date':
      return String(value).slice(0, 10)
    case 'text':
      return String(value).trim()
    case 'json':
      return ofShape(field, value)
    default:
      return value
  }
}

export interface Problem {
  field: string
  message: string
}

/**
 * Checks `input` against `fields` and answers either the clean values or every problem with its field.
 * `partial`: only keys that are present are checked and returned (an update leaves the others alone). Without it a
 * declared default stands for what is not sent, and for a required value that is sent blank.
 */
export function parseFields<F extends Fields>(
  fields: F,
  input: Record<string, unknown>,
  options: { partial?: boolean } = {},
): { ok: true; value: Partial<Row<F>> } | { ok: false; problems: Problem[] } {
  const value: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const [name, field] of Object.entries(fields)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined
    if (options.partial && (sent === undefined || sent === null)) continue
    const given = !options.partial && isPreset(field, sent) ? field.default : sent
    const message = fieldMessage(field, given)
    if (message) problems.push({ field: name, message })
    else if (given !== undefined) value[name] = normalize(field, given)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as Partial<Row<F>> }
}

function isPreset(field: Field, sent: unknown): boolean {
  return field.default !== undefined && (sent === undefined || (field.required === true && isMissing(sent)))
}
