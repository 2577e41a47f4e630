import type pg from 'pg'
import type { Bureau } from '../src/demo/model.ts'
import { wallTime } from '../src/platform/clock.ts'
import { inBureau, percentiles, timed } from './bureau-office.ts'
import { TENANT } from './path/county.ts'
import type { Office } from './path/office.ts'

export interface GatherFigures {
  students: number
  schools: number
  /** Milliseconds of each call; of what is read, the middle and the 95th percentile of forty. */
  ms: Record<string, number | string>
}

const SIZES = [12_000, 100_000]
/** A province's share: so many schools with so many pupils of one grade each. */
const CROWD = { schools: 500, pupils: 2000, perClass: 50 }
/** By hand: so many are handed in within days. */
const HANDED_IN = `update gather_student set gather_status = 1, submit_time = localtimestamp(0) where id % 4 = 0`
const DAY_MS = 86_400_000
const STUDENT = '/api/yzl-gather/gatherStudent'

/** Collections of a county, of a city and of a million: students brought in, some handed in, all counted and listed. */
export async function benchGather(): Promise<GatherFigures[]> {
  const only = process.env['BENCH_GATHER']
  const figures: GatherFigures[] = []
  if (only !== 'crowd') for (const students of SIZES) figures.push(await inBureau('gather', students, measure))
  figures.push(await inBureau('gather', { students: 12_000, schools: CROWD.schools }, measure, crowd))
  return figures
}

/** The register of 500 schools with 2,000 pupils each, in one grade. */
async function crowd(client: pg.Client): Promise<void> {
  await client.query('delete from basic_student')
  await client.query(
    `insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year,
        grade_code, class_code, class_name, student_no, enrol_status)
      select 5000000000000000 + row_number() over (), $1, 'G' || s.school_code || lpad(n::text, 4, '0'),
        substr('王李张刘陈杨赵黄周吴', 1 + (n * 7 % 10), 1) || substr('伟芳娜敏静丽强磊军洋', 1 + (n / 10 % 10), 1),
        (1 + n % 2)::text, s.area_code, s.school_code, '3', 2023, '12', s.school_code || '-' || (n / $2::int),
        '高三(' || (1 + n / $2::int) || ')班', lpad(n::text, 4, '0'), '1'
      from basic_school s, generate_series(0, $3::int - 1) n where s.is_deleted = 0`,
    [TENANT, CROWD.perClass, CROWD.pupils],
  )
}

async function measure(office: Office, bureau: Bureau, _folder: string, client: pg.Client): Promise<GatherFigures> {
  const ms: GatherFigures['ms'] = {}
  const gatherTaskId = await addTask(office, bureau)
  const step = async (name: string, call: string) => {
    ms[name] = await timed(() => office.post(`${STUDENT}/${call}`, { gatherTaskId }))
  }
  await step('students from the register', 'prefill')
  await step('the same again', 'prefill')
  ms['numbers right after'] = await timed(() =>
    office.get(`${STUDENT}/getStudentNumInArea?gatherTaskId=${gatherTaskId}`),
  )
  await step('five hundred handed in', 'sendAll')
  ms['a quarter handed in'] = await timed(() => client.query(HANDED_IN))
  await client.query('vacuum analyze gather_student')
  const before = process.cpuUsage()
  await read(office, gatherTaskId, bureau, ms)
  const used = process.cpuUsage(before)
  ms['processor time of this program, all reads'] = Math.round((used.user + used.system) / 1000)
  const { rows } = await client.query<{ num: number }>('select count(*)::int as num from gather_student')
  return { students: rows[0]?.num ?? 0, schools: bureau.schools.length, ms }
}

async function addTask(office: Office, { studyYear }: Bureau): Promise<string> {
  const at = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS))
  const asked = { askedFields: ['gender', 'courseCombination', 'nation'], requiredFields: ['gender'], auditLevels: 2 }
  const task = { taskName: '性能', studyYear, gradeCodes: ['12'], ...asked, beginTime: at(-1), endTime: at(1) }
  const { id } = await office.post('/api/yzl-gather/gatherTask/submit', task)
  await office.post('/api/yzl-gather/gatherTask/open', { id })
  return id
}

async function read(office: Office, taskId: string, { schools }: Bureau, ms: GatherFigures['ms']): Promise<void> {
  const school = schools.at(-1)?.code ?? ''
  const of = `gatherTaskId=${taskId}`
  const lists: [name: string, call: string][] = [
    ['numbers by area', `getStudentNumInArea?${of}`],
    ['numbers by school', `getStudentNumInSchool?${of}`],
    ['numbers by class', `getStudentNumInSchoolClass?${of}&schoolCode=${school}&gradeCode=12`],
    ['first students', `list?${of}&size=20`],
    ['students of a school', `list?${of}&schoolCode=${school}&size=20`],
    ['students by name', `list?${of}&studentName=王&size=20`],
    ['last students', `list?${of}&size=20&current=500`],
    ['waiting for the first audit', `getAudit1List?${of}&size=20`],
    ['the last of them', `getAudit1List?${of}&size=20&current=500`],
    ['waiting in a school', `getAudit1List?${of}&schoolCode=${school}&size=20`],
  ]
  for (const [name, call] of lists) {
    const { p50, p95 } = await percentiles(() => office.get(`${STUDENT}/${call}`))
    ms[name] = `${p50}, ${p95}`
  }
}
