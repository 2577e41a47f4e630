import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, FieldKind, Fields } from '@xueheng/contract/kit/field.ts'
import type { Registry } from '@xueheng/contract/derive/registry.ts'

type Schema = Record<string, unknown>

const SHAPES: Record<NonNullable<Field['shape']>, Schema> = {
  texts: { type: 'array', items: { type: 'string' } },
  integers: { type: 'array', items: { type: 'integer' } },
  row: { type: 'object' },
  rows: { type: 'array', items: { type: 'object' } },
}

const TYPES = {
  text: () => ({ type: 'string' }),
  paragraph: () => ({ type: 'string' }),
  integer: () => ({ type: 'integer' }),
  decimal: (field) => (field.wireNumber ? { type: 'number' } : { type: 'string', format: 'decimal' }),
  percent: () => ({ type: 'number' }),
  flag: () => ({ type: 'integer', enum: [0, 1] }),
  date: () => ({ type: 'string', format: 'date' }),
  dateTime: () => ({ type: 'string', example: '2026-09-01 08:00:00' }),
  dict: (field) => ({ type: field.numeric ? 'integer' : 'string', 'x-dictionary': field.dict }),
  ref: (field) => ({ type: 'string', 'x-entity': field.ref }),
  icon: () => ({ type: 'string' }),
  image: () => ({ type: 'string', format: 'uri-reference' }),
  json: (field) => (field.shape ? SHAPES[field.shape] : {}),
  secret: () => ({ type: 'string', format: 'password', writeOnly: true }),
} satisfies Record<FieldKind, (field: Field) => Schema>

function schemaOf(field: Field): Schema {
  const one: Schema = { title: field.label, ...TYPES[field.kind](field) }
  if (field.length) one['maxLength'] = field.length
  if (field.min !== undefined) one['minimum'] = field.min
  if (field.max !== undefined) one['maximum'] = field.max
  return field.multiple ? { title: field.label, type: 'array', items: one } : one
}

function objectOf(fields: Fields): Schema {
  const required = Object.entries(fields)
    .filter(([, field]) => field.required)
    .map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

function dataOf(call: AnyCall): Schema {
  const one = objectOf(call.output ?? {})
  if (call.answer === 'list') return { type: 'array', items: one }
  if (call.answer !== 'page') return one
  const number = { type: 'integer' }
  return {
    type: 'object',
    properties: {
      records: { type: 'array', items: one },
      total: number,
      isEstimated: { type: 'boolean', description: '总数为估计值：超过 10 万条时不逐条计数' },
      size: number,
      current: number,
      pages: number,
    },
  }
}

function answerOf(call: AnyCall): Schema {
  if (call.answer === 'file') return fileOf(call)
  if (call.answer === 'stream') return { description: '事件流', content: { 'text/event-stream': {} } }
  const data = dataOf(call)
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer' }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
  }
  return { description: '成功', content: { 'application/json': { schema: call.answer === 'bare' ? data : envelope } } }
}

/** A list that may be exported by a job answers which one. */
function fileOf(call: AnyCall): Schema {
  const file = { 'application/octet-stream': {} }
  if (!('isBackground' in call.input)) return { description: '文件', content: file }
  const job = { type: 'object', properties: { jobId: { type: 'string' } } }
  const schema = { type: 'object', properties: { code: { type: 'integer' }, success: { type: 'boolean' }, data: job } }
  return {
    description: '文件；isBackground 为 1 且超过20000行时为任务编号',
    content: { ...file, 'application/json': { schema } },
  }
}

function parametersOf(call: AnyCall, path: string): Schema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const fields = Object.entries(call.input as Fields)
  const isBody = call.method === 'POST'
  const query = fields.filter(([name]) => !inPath.includes(name) && !isBody)
  const isAsked = isBody && !('isConfirmed' in call.input)
  return [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: schemaOf((call.input as Fields)[name] ?? { kind: 'text', label: name }),
    })),
    ...query.map(([name, field]) => ({
      name,
      in: 'query',
      required: field.required ?? false,
      schema: schemaOf(field),
    })),
    ...(isAsked ? [{ $ref: '#/components/parameters/isConfirmed' }] : []),
  ]
}

function bodyOf(call: AnyCall): Schema | undefined {
  if (call.method !== 'POST') return undefined
  if (call.body === 'upload' || call.body === 'look') {
    const file = { type: 'array', items: { type: 'string', format: 'binary' } }
    return { content: { 'multipart/form-data': { schema: { type: 'object', properties: { file } } } } }
  }
  const schema = call.body === 'array' ? { type: 'array', items: {} } : objectOf(call.input)
  return { content: { 'application/json': { schema } } }
}

function operation(call: AnyCall, path: string, tag: string): Schema {
  const access =
    call.access === 'public' ? '无须登录' : call.access === 'signedIn' ? '须登录' : `权限 ${call.access.permission}`
  return {
    tags: [tag],
    summary: call.title,
    description: access,
    parameters: parametersOf(call, path),
    ...(bodyOf(call) ? { requestBody: bodyOf(call) } : {}),
    security: call.access === 'public' ? [] : [{ token: [] }],
    responses: { 200: answerOf(call) },
  }
}

/** Some calls ask before they do what follows from them (`askFirst`); whoever means it sends the same again with this. */
const IS_CONFIRMED = {
  name: 'isConfirmed',
  in: 'query',
  required: false,
  description: '应答为 409 且带响应头 X-Confirm: required 时，确认后以 1 再发一次同样的请求',
  schema: { type: 'integer', enum: [0, 1] },
}

/** The whole API as OpenAPI 3.1, from the same declarations that make the routes. */
export function openApi(registry: Registry): Schema {
  const paths: Record<string, Schema> = {}
  for (const call of registry.calls) {
    const tag = call.path.split('/').slice(2, 4).join(' · ')
    for (const path of [call.path, ...call.aliases]) {
      const key = path.replaceAll(/:(\w+)/g, '{$1}')
      paths[key] = { ...paths[key], [call.method.toLowerCase()]: operation(call, path, tag) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '学衡 接口',
      version: '1',
      description: '令牌放在请求头 Blade-Auth: bearer <令牌>，或查询参数 Blade-Auth。',
    },
    components: {
      parameters: { isConfirmed: IS_CONFIRMED },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Blade-Auth' } },
    },
    paths,
  }
}
