import type { Bureau } from '../src/demo/model.ts'
import { wallTime } from '../src/platform/clock.ts'
import { inBureau, percentile95, timed } from './bureau-office.ts'
import type { Office } from './path/office.ts'

export interface GatherFigures {
  students: number
  schools: number
  /** Milliseconds of each call; of what is read, the 95th percentile of forty. */
  ms: Record<string, number>
}

const SIZES = [12_000, 100_000]
const DAY_MS = 86_400_000
const STUDENT = '/api/yzl-gather/gatherStudent'

/** A collection of a county and of a city: its students brought in, some handed in, all counted and listed. `BENCH_GATHER` is another size. */
export async function benchGather(): Promise<GatherFigures[]> {
  const figures: GatherFigures[] = []
  const asked = Number(process.env['BENCH_GATHER'])
  for (const students of asked ? [asked] : SIZES) figures.push(await inBureau('gather', students, measure))
  return figures
}

async function measure(office: Office, bureau: Bureau): Promise<GatherFigures> {
  const ms: Record<string, number> = {}
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
  await read(office, gatherTaskId, bureau, ms)
  return { students: bureau.students.length, schools: bureau.schools.length, ms }
}

async function addTask(office: Office, { studyYear }: Bureau): Promise<string> {
  const at = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS))
  const asked = { askedFields: ['gender', 'courseCombination', 'nation'], requiredFields: ['gender'], auditLevels: 2 }
  const task = { taskName: '性能', studyYear, gradeCodes: ['12'], ...asked, beginTime: at(-1), endTime: at(1) }
  const { id } = await office.post('/api/yzl-gather/gatherTask/submit', task)
  await office.post('/api/yzl-gather/gatherTask/open', { id })
  return id
}

async function read(office: Office, taskId: string, { schools }: Bureau, ms: Record<string, number>): Promise<void> {
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
  ]
  for (const [name, call] of lists) ms[name] = await percentile95(() => office.get(`${STUDENT}/${call}`))
}
