import { registry } from '@xueheng/contract'
import { type Problem, parseFields } from '@xueheng/contract/derive/schema.ts'
import type { AnyCall, AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { vi } from 'vitest'
import { madeValue } from '../../../contract/test/made-row.ts'
import type { Asked } from '../platform/_stage.tsx'
import { BESIDE, SAMPLES } from './_samples.ts'

type Made = Record<string, unknown>

/** How the server behaves: it answers two of everything, several in different states, empty lists, or fails every call. */
export type Mood = 'rows' | 'states' | 'empty' | 'broken'

export interface MadeServer {
  asked: Asked[]
  /** Calls nobody declares, and readings whose values their declaration refuses. */
  faults: string[]
  /** Calls that take a right which is not held. */
  forbidden: string[]
  /** What writes were refused for: their values are not yet what the declaration asks. */
  refusals: Problem[]
  /** What was to be changed: the right it takes, where one is declared, and what was sent. */
  writes: { code: string | undefined; sent: string }[]
  /** Calls that wait for their answer. */
  pending: number
  /** Whether the page shows that a change is on its way; its answer comes once it does, or after some looks. */
  isShown?(): boolean
  /** Changes that the page did not show to be on their way. */
  unshown: string[]
  /** How it behaves from now on. */
  mood: Mood
}

/** How often the page is asked whether it shows a change, a millisecond apart. */
const MOST_LOOKS = 50

/**
 * Answers every declared call with values its declaration allows, and holds what it is sent to the declaration, and to the
 * rights that are held, where they are given.
 */
export function serveMade(mood: Mood, rights?: string[]): MadeServer {
  const server: MadeServer = {
    asked: [],
    faults: [],
    forbidden: [],
    refusals: [],
    writes: [],
    unshown: [],
    pending: 0,
    mood,
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const asked = askedBy(url, init)
    const call = callOf(asked)
    const problems = call ? problemsOf(call, asked) : []
    server.asked.push(asked)
    if (!call) server.faults.push(`nobody declares ${asked.method} ${asked.path}`)
    const isWrite = call?.writes || asked.method === 'POST'
    if (call && isWrite) server.writes.push({ code: rightOf(call, asked), sent: JSON.stringify(asked) })
    if (isWrite) server.refusals.push(...problems)
    else server.faults.push(...problems.map(({ field, message }) => `${call?.name} ${field}: ${message}`))
    server.pending += 1
    await new Promise((answer) => setTimeout(answer, 1))
    // Reports that ask for much are posted, too.
    const isChange = isWrite && !(call && 'report' in call)
    if (isChange && !(await isShown(server))) server.unshown.push(asked.path)
    server.pending -= 1
    if (server.mood === 'broken') return refusal(500, '系统出错')
    if (call && rights && neededFor(call, asked).some((right) => !rights.includes(right))) {
      server.forbidden.push(`${call.method} ${call.path}`)
      return refusal(403, '没有权限')
    }
    return problems.length > 0 ? refusal(400, problems[0]?.message ?? '', problems) : respond(server.mood, call, asked)
  })
  return server
}

/** A page may show it a moment later, so it is asked several times. */
async function isShown({ isShown }: MadeServer): Promise<boolean> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if (!isShown || isShown()) return true
    await new Promise((done) => setTimeout(done, 1))
  }
  return false
}

function askedBy(url: string, { method = 'GET', body }: RequestInit): Asked {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return { method, path: pathname, query: searchParams, body: typeof body === 'string' ? JSON.parse(body) : {} }
}

const routes = registry.calls.flatMap((call) =>
  [call.path, ...call.aliases].map((path): [route: string, call: AnyCall] => [`${call.method} ${path}`, call]),
)
const byRoute = new Map(routes)
const patterns = routes
  .filter(([route]) => route.includes(':'))
  .map(([route, call]) => {
    const pattern = route.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '([^/]+)')
    return { call, pattern: new RegExp(`^${pattern}$`) }
  })

/** The call of a path; one without parameters wins. */
export function callOf({ method, path }: Asked): AnyCall | undefined {
  const route = `${method} ${path}`
  return byRoute.get(route) ?? patterns.find(({ pattern }) => pattern.test(route))?.call
}

/** One call makes and changes rows; a new one has no id. */
function rightOf(call: AnyCall, { body }: Asked): string | undefined {
  if (typeof call.access !== 'object') return undefined
  const { permission } = call.access
  return 'entity' in call && !body['id'] ? permission.replace(/_edit$/, '_add') : permission
}

/** The right of the call, and those of values of it that need a right of their own. */
function neededFor(call: AnyCall, asked: Asked): string[] {
  const given = Object.entries(call.input as Fields).filter(([name]) => asked.query.get(name) || asked.body[name])
  return [rightOf(call, asked), ...given.map(([, { permission }]) => permission)].filter((right) => right !== undefined)
}

/** What the server fills in nobody has to send. */
function typed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.editable === 'never' ? { ...field, required: false } : field,
    ]),
  )
}

function problemsOf(call: AnyCall, { path, query, body }: Asked): Problem[] {
  if (call.body) return []
  const parameters = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, path.split('/').at(-1)])
  const sent = { ...Object.fromEntries(parameters), ...Object.fromEntries(query), ...body }
  const input = call.input as Fields
  const parsed = parseFields('entity' in call ? typed(input) : input, sent, {
    partial: 'entity' in call && Boolean(sent['id']),
  })
  return parsed.ok ? [] : parsed.problems
}

function refusal(code: number, msg: string, problems: Problem[] = []): Response {
  return new Response(JSON.stringify({ code, success: false, msg, problems }), { status: code })
}

function respond(mood: Mood, call: AnyCall | undefined, asked: Asked): Response {
  if (call?.answer === 'file') return new Response(new Blob(['made']))
  const hasRows = mood !== 'empty' && !isBelow(asked)
  const data = call && (hasRows ? answerOf(call, mood) : nothingOf(call))
  const whole = call?.answer === 'bare' ? data : { code: 200, success: true, msg: '操作成功', data }
  return new Response(JSON.stringify(whole))
}

/** Nodes that come branch by branch have nothing below the first. */
function isBelow({ path, query }: Asked): boolean {
  return path.includes('/lazy-') && !['', '0', null].includes(query.get('parentId'))
}

function answerOf(call: AnyCall, mood: Mood = 'rows'): unknown {
  const rows =
    mood === 'states' ? STATES.map((state, at) => inState(call, at + 1, state)) : [1, 2].map((n) => madeAnswer(call, n))
  if ('report' in call) return reportOf(registry.report(String(call.report)), rows)
  if (call.answer === 'page') return { ...pageOf(rows), ...BESIDE[call.name] }
  if (call.answer === 'list') return rows
  return call.answer === 'status' ? true : rows[0]
}

function nothingOf(call: AnyCall): unknown {
  if ('report' in call) return reportOf(registry.report(String(call.report)), [])
  if (call.answer === 'page') return pageOf([])
  return call.answer === 'list' ? [] : answerOf(call)
}

function pageOf(records: Made[]): Made {
  return { records, total: records.length, size: 10, current: 1, pages: 1 }
}

function reportOf({ columns }: AnyReport, records: Made[]): Made {
  const headers = Object.entries(columns as Fields).map(([key, { label, kind }]) => ({ key, title: label, kind }))
  const heading = { bureau: '教育局', exam: '高三一模', units: '全体', alert: '' }
  const words = { heading, lines: [], basis: [], notes: [], packageVersion: 2 }
  return { ...pageOf(records), headers: headers satisfies Header[], totals: [], ...words }
}

/** What the states of the product are numbered by, one for each row. */
const STATES = [1, 0, 2, 3]

/** A row whose keys of states and flags tell more than one story. */
function inState(call: AnyCall, n: number, state: number): Made {
  const kinds = Object.entries((call.output ?? {}) as Fields).flatMap(([name, { kind, numeric }]) => {
    if (kind === 'flag') return [[name, state % 2]]
    return kind === 'dict' && numeric && /status$/i.test(name) ? [[name, state]] : []
  })
  return { ...madeAnswer(call, n), ...Object.fromEntries(kinds) }
}

function madeAnswer(call: AnyCall, n: number): Made {
  const fields = Object.entries((call.output ?? {}) as Fields)
  const values = fields.map(([name, field]) => [name, valueOf(call, name, field, n)])
  const sample = SAMPLES[call.name]
  return { ...Object.fromEntries(values), ...(typeof sample === 'function' ? sample(n) : sample) }
}

/** Keys of trees and dictionaries are their ids; tasks of several lists are not the same; a list may stand for any structure. */
function valueOf(call: AnyCall, name: string, field: Field, n: number): unknown {
  if (/^(id|key|value|dictKey)$/.test(name)) return String(n)
  if (name === 'taskId') return `${call.name}-${n}`
  return field.kind === 'json' ? [] : madeValue(name, field, n, { mark: 'x' })
}
