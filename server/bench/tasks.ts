import { openAsBlob } from 'node:fs'
import { basename, join } from 'node:path'
import type { Bureau } from '../src/demo/model.ts'
import { className } from '../src/demo/sample-lines.ts'
import { wallTime } from '../src/platform/clock.ts'
import { writeWorkbookTo } from '../src/platform/sheet/write.ts'
import { inBureau, percentiles, timed } from './bureau-office.ts'
import type { Office } from './path/office.ts'

export interface TaskFigures {
  candidates: number
  schools: number
  /** Milliseconds of each call; of what is read, the 95th percentile of forty. */
  ms: Record<string, number>
}

const SIZES = [12_000, 100_000]
const DAY_MS = 86_400_000
/** More rows than a workbook of rows may have are left out. */
const SHEET_ROWS = 50_000

/** An exam task of a county and of a city: reported, counted, listed, and its markers pulled. `BENCH_TASKS` is another size. */
export async function benchTasks(): Promise<TaskFigures[]> {
  const figures: TaskFigures[] = []
  const asked = Number(process.env['BENCH_TASKS'])
  for (const students of asked ? [asked] : SIZES) figures.push(await inBureau('tasks', students, measure))
  return figures
}

async function measure(office: Office, bureau: Bureau, folder: string): Promise<TaskFigures> {
  const ms: Record<string, number> = {}
  const taskId = await report(office, bureau, ms)
  await read(office, taskId, bureau, ms)
  await fromWorkbook(office, bureau, folder, ms)
  return { candidates: bureau.students.length, schools: bureau.schools.length, ms }
}

/** From the empty task to the pulled markers; every call once, as the first to meet the fresh rows. */
async function report(office: Office, bureau: Bureau, ms: Record<string, number>): Promise<string> {
  const taskId = await addTask(office, bureau, '性能')
  const step = async (name: string, call: string, body: object = {}) => {
    ms[name] = await timed(() => office.post(call, { taskId, ...body }))
  }
  await step('candidates from the register', 'examTaskStudent/importStudentFromRegister')
  await step('the same again', 'examTaskStudent/importStudentFromRegister')
  ms['progress right after'] = await timed(() => office.get(`client/exam-task-progress-in-area?taskId=${taskId}`))
  await step('teachers from the register', 'examTaskTeacher/importTeacherFromRegister')
  await step('all confirmed', 'examTaskStudent/confirm')
  await step('planned', 'examTaskMarkPlan/fill')
  await step('markers pulled', 'examTaskTeacher/markPaperTeacher', { seed: 42 })
  await step('schools reminded', 'examTask/remind')
  return taskId
}

async function addTask(office: Office, { studyYear }: Bureau, taskName: string): Promise<string> {
  const at = (days: number) => wallTime(new Date(Date.now() + days * DAY_MS))
  const task = { taskName, taskType: 4, examYear: studyYear + 1, studyYear, examGrade: '12', artsScience: '0' }
  const { id } = await office.post('examTask/submit', { ...task, beginTime: at(-1), endTime: at(1) })
  await office.post('examTask/open', { id })
  return id
}

async function read(office: Office, taskId: string, { schools }: Bureau, ms: Record<string, number>): Promise<void> {
  const school = schools.at(-1)?.code ?? ''
  const lists: [name: string, call: string][] = [
    ['progress by area', `client/exam-task-progress-in-area?taskId=${taskId}`],
    ['progress by school', `client/exam-task-progress-in-school?taskId=${taskId}`],
    ['first candidates', `examTaskStudent/list?taskId=${taskId}&size=20`],
    ['candidates of a school', `examTaskStudent/list?taskId=${taskId}&schoolCode=${school}&size=20`],
    ['candidates by name', `examTaskStudent/list?taskId=${taskId}&studentName=王&size=20`],
    ['last candidates', `examTaskStudent/list?taskId=${taskId}&size=20&current=500`],
    ['markers', `examTaskTeacher/queryMarkPaperTeacherList?taskId=${taskId}&size=20`],
    ['plans', `examTaskMarkPlan/summary?taskId=${taskId}`],
    ['quotas', `examTaskMarkPlan/quotas?taskId=${taskId}&courseName=语文`],
  ]
  for (const [name, call] of lists) ms[name] = (await percentiles(() => office.get(call))).p95
}

/** The candidates of another task by workbook: looked through, then kept by a job. */
async function fromWorkbook(office: Office, bureau: Bureau, root: string, ms: Record<string, number>): Promise<void> {
  await addTask(office, bureau, '工作簿')
  const path = join(root, '考务学生.xlsx')
  await writeWorkbookTo(path, [{ name: '考务学生', header: HEADER, rows: rowsOf(bureau) }])
  let fileId = ''
  ms['workbook looked through'] = await timed(async () => {
    const form = new FormData()
    form.append('file', await openAsBlob(path), basename(path))
    fileId = (await office.send('examTaskStudent/import-check', form)).fileId
  })
  ms['workbook kept'] = await timed(() => office.run('examTaskStudent/import-commit', { fileId }))
}

const HEADER = ['考务任务', '学籍号', '姓名', '学校', '班级', '选科'].map((title) => ({ title, key: title }))

function* rowsOf({ students }: Bureau) {
  for (const { code, name, klass, combination } of students.slice(0, SHEET_ROWS))
    yield {
      考务任务: '工作簿',
      学籍号: code,
      姓名: name,
      学校: klass.school.name,
      班级: className(klass),
      选科: combination,
    }
}
