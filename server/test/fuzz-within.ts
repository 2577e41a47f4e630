import { appendFileSync } from 'node:fs'
import pg from 'pg'
import type { App } from '../src/app.ts'
import { changesData } from '../src/platform/http/changes.ts'
import { callAt } from './outputs.ts'

/** A file that takes a line for each answer of 500: set by `npm run fuzz -- --within`, else nothing here happens. */
const FOUND = process.env['FUZZ_FOUND']
/** Of the requests sent here; what they change is not kept. */
const KEY = 'fuzz'
/** The same value of the same call, though tests make it in many states. */
const MOST_TIMES = 2
const DEEPEST = 3
const LARGEST = 200_000

const ODD = Object.entries<unknown>({
  null: null,
  object: {},
  list: [],
  nulls: [null],
  lists: [[]],
  objects: [{}],
  whole: 7,
  negative: -1,
  huge: 1e99,
  large: 3e9,
  fraction: 1.5,
  text: 'x',
  nul: '\u0000',
  long: '长'.repeat(6000),
  true: true,
  id: '9'.repeat(20),
  date: '2026-02-31',
  quote: String.raw`'\%`,
})

interface Sent {
  method: 'GET' | 'POST'
  url: string
  query: Record<string, unknown>
  payload: unknown
  headers: Record<string, string>
}

/** The transaction of a request with that key fails where it would be kept, as if another had been quicker. */
export async function keepNothing(databaseUrl: string): Promise<void> {
  if (!FOUND) return
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create function end_fuzz() returns trigger language plpgsql as $$ begin
      if new.key like '${KEY}%' then raise exception 'not kept' using errcode = '40001'; end if;
      return null;
    end $$;
    create constraint trigger end_fuzz after insert on idempotency_key deferrable initially deferred
      for each row execute function end_fuzz()`)
  await client.end()
}

const times = new Map<string, number>()
let asked = 0

/** Sends a call that a test is about to make with an odd value in the place of each of its values, one at a time. */
export async function fuzzBefore(app: App, sent: Sent): Promise<void> {
  const call = FOUND ? callAt(sent.method, sent.url.split('?')[0] ?? '') : undefined
  if (!FOUND || !call || call.body === 'upload' || call.body === 'look') return
  // What runs without a transaction would be kept.
  if (changesData(call) && (call.outside || call.access === 'public')) return
  for (const { what, query, payload } of variants(sent)) {
    const name = `${sent.method} ${call.path} ${what}`
    const count = times.get(name) ?? 0
    if (count >= MOST_TIMES) continue
    times.set(name, count + 1)
    asked += 1
    const { statusCode } = await app.http.inject({
      method: sent.method,
      url: sent.url.split('?')[0] ?? '',
      query,
      headers: { ...sent.headers, 'x-nulls': 'keep', 'idempotency-key': `${KEY}${process.pid}.${asked}` },
      ...(payload === undefined ? {} : { payload }),
    })
    if (statusCode >= 500) appendFileSync(FOUND, `${name}\n`)
  }
}

function* variants({ url, query, payload }: Sent) {
  const own = Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))
  const given = textsOf({ ...own, ...query })
  for (const name of Object.keys(given)) {
    for (const [what, odd] of ODD) {
      yield { what: `?${name}=${what}`, query: { ...given, ...textsOf({ [name]: odd }) }, payload: payload as object }
    }
  }
  if (!isStructured(payload) || JSON.stringify(payload).length > LARGEST) return
  for (const { what, value } of within('', payload, 0)) {
    if (isStructured(value)) yield { what, query: given, payload: value }
  }
}

function isStructured(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
}

function textsOf(query: Record<string, unknown>): Record<string, string> {
  const told = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    told.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
}

/** The value with one part of it replaced: itself, the first of its list, one of its parts by name. */
function* within(place: string, value: unknown, depth: number): Generator<{ what: string; value: unknown }> {
  for (const [what, odd] of ODD) yield { what: `${place}=${what}`, value: odd }
  if (depth === DEEPEST || !isStructured(value)) return
  if (Array.isArray(value)) {
    if (value.length === 0) return
    yield { what: `${place}=twice`, value: [...value, ...value] }
    for (const part of within(`${place}[0]`, value[0], depth + 1)) {
      yield { what: part.what, value: [part.value, ...value.slice(1)] }
    }
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    // Names that are numbers are data: one stands for all.
    const of = `${place}.${name.replaceAll(/\d+/g, '#')}`
    for (const part of within(of, inner, depth + 1)) yield { what: part.what, value: { ...value, [name]: part.value } }
  }
}
