import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'

// Written from section 4.4 of the reference, number by number: the declared machines are not asked.

const program = useTestApp()
const BASE = '/api/yzl-gather'
const [PLACE] = SCHOOLS
const CLASS = 'T1-C1'
/** Not a state: the row is gone. */
const GONE = -1
const PASS = { status: 1 }
const REJECT = { status: 2, msg: '与户口簿不一致' }

/** From → to; what is not named is refused. */
type Moves = Record<number, number>

interface Way {
  /** Last part of the path. */
  call: string
  /** Of one row, or, with a result per row, of several. */
  body: (...ids: string[]) => object
  moves: Moves
  /** Asked before these; then they go as `moves` says of the call with `isConfirmed`. */
  asks?: number[]
  /** A result per row instead of a refusal. */
  isEach?: boolean
}

let desk: Desk
let bureau: Client
/** By audits asked for. */
const tasks: Record<number, string> = {}

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  await sql`insert into school_classes (id, tenant_id, area_code, school_code, study_year, stage, enter_year, grade_code, class_code, class_name, class_no)
    values (${nextId()}, ${TENANT}, ${PLACE?.area}, ${PLACE?.code}, 2025, '3', 2023, '12', ${CLASS}, '高三(31)班', 31)`.execute(
    desk.db,
  )
  for (const levels of [0, 1, 2]) {
    tasks[levels] = nextId()
    await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields, audit_levels,
        begin_time, end_time, task_status)
      values (${tasks[levels]}, ${TENANT}, ${`采集${levels}`}, 4, 2025, '["12"]', '["gender","phone","totalScore"]',
        ${levels}, '2026-01-01', '2099-01-01', 1)`.execute(desk.db)
  }
})

const rowsOf = (...ids: string[]) => ({ ids: ids.join() })
const withVerdict =
  (verdict: object) =>
  (...ids: string[]) => ({ ...rowsOf(...ids), ...verdict })
const withValues =
  (values: object) =>
  (...ids: string[]) => ({ rows: ids.map((id) => ({ id, values })) })

/** What 4.4 allows, by the audits a collection asks for; without audits a row that is handed in has passed. */
function waysOf(levels: number, collate: string, values: object): Way[] {
  const sent = levels === 0 ? 3 : 1
  const send = { 0: sent, 11: sent, 12: sent }
  const edit = { 0: 0, 11: 11, 12: 12, 1: 1, 2: 1 }
  const first = { 1: levels === 1 ? 3 : 2 }
  const both = (call: string, verdict: object, moves: Moves): Way[] => [
    { call, body: withVerdict(verdict), moves },
    { call: `${call}Each`, body: withVerdict(verdict), moves, isEach: true },
  ]
  return [
    { call: 'submit', body: (id) => ({ id, ...values }), moves: edit, asks: [1, 2] },
    { call: 'saveEach', body: withValues(values), moves: edit, asks: [1, 2], isEach: true },
    { call: 'remove', body: rowsOf, moves: { 0: GONE, 11: GONE, 12: GONE } },
    ...both('send', {}, send),
    ...both('withdraw', {}, { 1: 0 }),
    ...both('audit1', PASS, first),
    ...both('audit1', REJECT, { 1: 11 }),
    ...both('audit2', PASS, { 2: 3 }),
    ...both('audit2', REJECT, { 2: 12 }),
    { call: 'collate', body: withVerdict(PASS), moves: { 3: 4 } },
    { call: 'collate', body: withVerdict(REJECT), moves: { 3: 12 } },
    { call: collate, body: withVerdict(PASS), moves: { 3: 4 }, isEach: true },
    { call: collate, body: withVerdict(REJECT), moves: { 3: 12 }, isEach: true },
    { call: 'archive', body: (id) => ({ ids: id, gatherTaskId: tasks[levels] }), moves: { 4: 5 } },
    ...both('takeBack', {}, { 5: 3 }),
  ]
}

/** The same of one chain of the gaokao: passed is its last state, the archive stands beside it. */
function chainWays(levels: number, chain: 'culture' | 'art'): Way[] {
  const [art, of] = chain === 'art' ? ['Art', 'art'] : ['', '']
  const name = (call: string) => (of ? `${of}${call[0]?.toUpperCase()}${call.slice(1)}` : call)
  const mark = chain === 'art' ? { artRank: 7 } : { provinceRank: 7 }
  const sent = levels === 0 ? 3 : 1
  const passed = levels === 1 ? 3 : 2
  const send = { 0: sent, 11: sent, 12: sent }
  const edit = { 0: 0, 11: 11, 12: 12, 1: 1, 2: 1 }
  const both = (call: string, verdict: object, moves: Moves): Way[] => [
    { call, body: withVerdict(verdict), moves },
    { call: `${call}Each`, body: withVerdict(verdict), moves, isEach: true },
  ]
  const single = chain === 'art' ? 'auditArtStudentScore' : 'auditStudentScore'
  const ways: Way[] = [
    { call: 'submit', body: (id) => ({ id, ...mark }), moves: edit, asks: [1, 2] },
    { call: 'saveEach', body: withValues(mark), moves: edit, asks: [1, 2], isEach: true },
    ...both(`send${art}`, {}, send),
    ...both(`withdraw${art}`, {}, { 1: 0 }),
    ...both(name('audit1'), PASS, { 1: passed }),
    ...both(name('audit1'), REJECT, { 1: 11 }),
    ...both(name('audit2'), PASS, { 2: 3 }),
    ...both(name('audit2'), REJECT, { 2: 12 }),
    ...both(`revoke${art}`, REJECT, { 3: 12 }),
    { call: single, body: (id) => ({ id, ...PASS }), moves: { 1: passed, 2: 3 } },
    { call: single, body: (id) => ({ id, ...PASS, ...mark }), moves: { 1: passed, 2: 3 } },
    { call: single, body: (id) => ({ id, ...REJECT }), moves: { 1: 11, 2: 12 } },
  ]
  if (chain === 'culture') {
    ways.push({ call: 'auditStudents', body: withVerdict(PASS), moves: { 1: passed, 2: 3 }, isEach: true })
    ways.push({ call: 'auditStudents', body: withVerdict(REJECT), moves: { 1: 11, 2: 12 }, isEach: true })
  }
  return ways
}

/** A kind of row: how rows are laid down, each in its state, and which column is asked afterwards. */
interface Kind {
  entity: string
  table: string
  column: string
  states: number[]
  lay(ids: string[], levels: number, states: number[]): Promise<unknown>
}

const STATES = [0, 1, 2, 3, 4, 5, 11, 12]
const CHAIN_STATES = [0, 1, 2, 3, 11, 12]

const students: Kind = {
  entity: 'gatherStudent',
  table: 'gather_student',
  column: 'gather_status',
  states: STATES,
  lay: (ids, levels, states) =>
    sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code,
      school_code, grade_code, class_code, class_name, gender, gather_status)
    select id, ${TENANT}, ${tasks[levels]}, 'L' || right(id::text, 18), '王甲', ${PLACE?.area}, ${PLACE?.code}, '12', ${CLASS},
      '高三(1)班', '1', state from unnest(${ids}::bigint[], ${states}::int[]) r (id, state)`.execute(desk.db),
}

const teachers: Kind = {
  entity: 'gatherTeacher',
  table: 'gather_teacher',
  column: 'gather_status',
  states: STATES,
  lay: (ids, levels, states) =>
    sql`insert into gather_teacher (id, tenant_id, gather_task_id, teacher_code, teacher_name, area_code,
      school_code, grade_code, class_code, class_name, course_name, gather_status)
    select id, ${TENANT}, ${tasks[levels]}, 'T' || right(id::text, 18), '李甲', ${PLACE?.area}, ${PLACE?.code}, '12', ${CLASS},
      '高三(1)班', '语文', state from unnest(${ids}::bigint[], ${states}::int[]) r (id, state)`.execute(desk.db),
}

/** A candidate of the arts whose other chain stands in `other`. */
function scores(chain: 'culture' | 'art', other: number): Kind {
  return {
    entity: 'gatherHighExamScore',
    table: 'gather_high_exam_score',
    column: chain === 'art' ? 'art_audit_status' : 'audit_status',
    states: CHAIN_STATES,
    lay: (ids, levels, states) => {
      const others = states.map(() => other)
      return layScores(ids, levels, chain === 'art' ? [others, states] : [states, others], 0)
    },
  }
}

const layScores = (ids: string[], levels: number, [culture, art]: [number[], number[]], archived: number) =>
  sql`insert into gather_high_exam_score (id, tenant_id, gather_task_id, exam_year, candidate_number, student_name, area_code,
      school_code, total_score, art_type, art_score, audit_status, art_audit_status, archive_status)
    select id, ${TENANT}, ${tasks[levels]}, 2026, 'K' || right(id::text, 18), '赵甲', ${PLACE?.area}, ${PLACE?.code}, 500, '音乐', 200,
      culture, art, ${archived}
    from unnest(${ids}::bigint[], ${culture}::int[], ${art}::int[]) r (id, culture, art)`.execute(desk.db)

type Image = Record<string, unknown>

/** Rows with all they say, in this order. */
async function imagesOf({ table }: Kind, ids: string[]): Promise<Image[]> {
  const { rows } = await sql<Image>`select * from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(desk.db)
  return ids.map((id) => rows.find((row) => row['id'] === id) ?? {})
}

async function imageOf(kind: Kind, id: string): Promise<Image> {
  const [image = {}] = await imagesOf(kind, [id])
  return image
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

function stateIn(image: Image | undefined, kind: Kind): number {
  return image?.['isDeleted'] === 1 ? GONE : Number(image?.[camel(kind.column)])
}

/** Chinese that names the state the row is in and what cannot be done. */
const SAID = /^当前状态为「[^」]+」，不能[^」]+$/
const ASKED = /正在审核（待[初复]审），修改后从初审重新审核，请确认是否修改$/

/** What a call said to one row. */
interface Told {
  isDone: boolean
  said: string
  status: number
}

/** One way on rows of one task: all of them in one call where it answers each row, else one call for each. */
async function goes(kind: Kind, way: Way, ids: string[], more: object = {}): Promise<Told[]> {
  const send = (...some: string[]) => {
    const query = way.call === 'remove' ? rowsOf(...some) : undefined
    return bureau.post(`${BASE}/${kind.entity}/${way.call}`, { ...way.body(...some), ...more }, query)
  }
  if (way.isEach) {
    const { status, msg, data } = await send(...ids)
    const lines = new Map<string, { isDone: number; message: string }>((data ?? []).map((line: any) => [line.id, line]))
    return ids.map((id) => {
      const line = lines.get(id)
      return { isDone: line?.isDone === 1, said: line?.message ?? msg, status }
    })
  }
  const told: Told[] = []
  for (const id of ids) {
    const { status, msg } = await send(id)
    told.push({ isDone: status === 200, said: msg, status })
  }
  return told
}

/** What is wrong with an answer to a row that was to be refused so, or with one to a row that was to go. */
function faultIn({ isDone, said, status }: Told, way: Way, refusal: RegExp | undefined, isSame: boolean): string[] {
  if (!refusal) return isDone ? [] : [`${status} ${said}`]
  const isRefused = !isDone && refusal.test(said) && status === (way.isEach ? 200 : 409)
  return isRefused && isSame ? [] : [`${status} ${said} ${isSame ? '' : '(changed)'}`]
}

/** One way on a row in each state; tells what was expected where it went otherwise. */
async function tryWay(kind: Kind, levels: number, way: Way): Promise<string[]> {
  const { states } = kind
  const ids = states.map(() => nextId())
  await kind.lay(ids, levels, states)
  const before = await imagesOf(kind, ids)
  const faults: [state: number, said: string[]][] = []
  const ask = async (asked: number[], refusalOf: (state: number) => RegExp | undefined, more = {}) => {
    if (asked.length === 0) return
    const told = await goes(
      kind,
      way,
      asked.map((state) => ids[states.indexOf(state)] ?? ''),
      more,
    )
    const after = await imagesOf(kind, ids)
    for (const [i, state] of asked.entries()) {
      const at = states.indexOf(state)
      const isSame = JSON.stringify(after[at]) === JSON.stringify(before[at])
      faults.push([state, faultIn(told[i]!, way, refusalOf(state), isSame)])
    }
  }
  const confirmed = states.filter((state) => way.asks?.includes(state))
  await ask(confirmed, () => ASKED)
  const refusalOf = (state: number) => (way.moves[state] === undefined ? SAID : undefined)
  await ask(
    states.filter((state) => !confirmed.includes(state)),
    refusalOf,
  )
  await ask(confirmed, refusalOf, { isConfirmed: 1 })
  const now = (await imagesOf(kind, ids)).map((image) => stateIn(image, kind))
  for (const [i, state] of states.entries()) {
    const to = way.moves[state] ?? state
    if (now[i] !== to) faults.push([state, [`is ${now[i]} instead of ${to}`]])
  }
  await sql`delete from ${sql.table(kind.table)} where id = any(${ids}::bigint[])`.execute(desk.db)
  const what = `${kind.entity}/${way.call} ${JSON.stringify(way.body('…'))}`
  return faults.flatMap(([state, said]) => said.map((text) => `${what} from ${state}, ${levels} audits: ${text}`))
}

async function tryAll(kind: Kind, ways: (levels: number) => Way[]): Promise<string[]> {
  const faults: string[] = []
  for (const levels of [2, 1, 0]) for (const way of ways(levels)) faults.push(...(await tryWay(kind, levels, way)))
  return faults
}

describe('every call from every state does what the reference says, or answers 409 in Chinese and changes nothing', () => {
  test('students', async () => {
    expect(await tryAll(students, (levels) => waysOf(levels, 'collateStudents', { phone: '13900000001' }))).toEqual([])
  })

  test('teachers', async () => {
    expect(await tryAll(teachers, (levels) => waysOf(levels, 'collateTeachers', { phone: '13900000001' }))).toEqual([])
  })

  test.each([
    ['culture', 0],
    ['culture', 2],
    ['culture', 3],
    ['art', 0],
    ['art', 2],
    ['art', 3],
  ] as const)(
    'the %s chain of the gaokao, whatever the other one stands in (%s)',
    async (chain, other) => {
      expect(await tryAll(scores(chain, other), (levels) => chainWays(levels, chain))).toEqual([])
    },
    120_000,
  )
})

describe('the gaokao as a whole', () => {
  const kind = scores('culture', 0)
  const PAIRS = CHAIN_STATES.flatMap((culture) => CHAIN_STATES.map((art) => [culture, art] as const))
  const act = (call: string, id: string) =>
    bureau.post(
      `${BASE}/gatherHighExamScore/${call}`,
      { ids: id, gatherTaskId: tasks[2] },
      call === 'remove' ? rowsOf(id) : undefined,
    )

  test('is archived once both chains passed, and removed while both are open', async () => {
    for (const [culture, art] of PAIRS) {
      for (const call of ['archive', 'remove']) {
        const id = nextId()
        await layScores([id], 2, [[culture], [art]], 0)
        const isOpen = [culture, art].every((state) => [0, 11, 12].includes(state))
        const isAllowed = call === 'archive' ? culture === 3 && art === 3 : isOpen
        const before = JSON.stringify(await imageOf(kind, id))
        const { status, msg } = await act(call, id)
        expect([call, culture, art, status]).toEqual([call, culture, art, isAllowed ? 200 : 409])
        if (!isAllowed)
          expect([JSON.stringify(await imageOf(kind, id)), msg]).toEqual([before, expect.stringMatching(/[一-龥]{4}/)])
        await sql`delete from gather_high_exam_score where id = ${id}`.execute(desk.db)
      }
    }
  })

  test('once archived, nothing but taking it back moves it', async () => {
    const id = nextId()
    await layScores([id], 2, [[3], [3]], 1)
    const ways = [...chainWays(2, 'culture'), ...chainWays(2, 'art')]
    const before = JSON.stringify(await imageOf(kind, id))
    for (const { call, body, isEach } of ways) {
      const answer = await bureau.post(`${BASE}/gatherHighExamScore/${call}`, body(id))
      const said = isEach ? answer.data[0].message : answer.msg
      expect([call, answer.status, said]).toEqual([call, isEach ? 200 : 409, expect.stringMatching(SAID)])
      expect(JSON.stringify(await imageOf(kind, id))).toBe(before)
    }
    expect((await act('remove', id)).status).toBe(409)
    expect((await act('archive', id)).status).toBe(409)
  })
})

test('a bulk decision moves the rows that may go and names each of the others', async () => {
  const ids = STATES.map(() => nextId())
  await students.lay(ids, 2, STATES)
  const statesNow = async () => (await imagesOf(students, ids)).map((image) => stateIn(image, students))
  for (const [call, verdict, moves] of [
    ['audit1Each', PASS, { 1: 2 }],
    ['audit2Each', REJECT, { 2: 12 }],
    ['collateStudents', PASS, { 3: 4 }],
    ['takeBackEach', {}, { 5: 3 }],
  ] as const) {
    const before = await statesNow()
    const { data } = await bureau.post(`${BASE}/gatherStudent/${call}`, { ids: ids.join(), ...verdict })
    expect(data.map((line: { id: string }) => line.id)).toEqual(ids)
    const may: Moves = moves
    const after = await statesNow()
    for (const [i, from] of before.entries()) {
      const to = may[from]
      expect([data[i].isDone, data[i].message]).toEqual(to === undefined ? [0, expect.stringMatching(SAID)] : [1, ''])
      expect(after[i]).toBe(to ?? from)
    }
  }
})

/** Calls that move or change no row that is there. */
const OTHERS = [
  'import-check',
  'import-mend',
  'prefill',
  'photo',
  'remind',
  'doAnalyse',
  'generateAllAdmissionCard',
  'restore',
  'reveal',
]
/** Rows by workbook and all that is complete: they take what is open, and have tests of their own. */
const OF_MANY = ['import-commit', 'import-undo', 'sendAll', 'takePortfolioTitles']

test('no call that changes a row is left out', () => {
  const tried = new Set([
    ...[...waysOf(2, 'collateStudents', {}), ...waysOf(2, 'collateTeachers', {})].map(({ call }) => call),
    ...[...chainWays(2, 'culture'), ...chainWays(2, 'art')].map(({ call }) => call),
    ...OTHERS,
    ...OF_MANY,
  ])
  const declared = registry.calls.filter(
    ({ path, method }) => method === 'POST' && /yzl-gather\/gather(Student|Teacher|HighExamScore)\//.test(path),
  )
  expect(declared.length).toBeGreaterThan(50)
  expect(declared.map(({ path }) => path.split('/').at(-1)).filter((call) => !tried.has(call ?? ''))).toEqual([])
})
