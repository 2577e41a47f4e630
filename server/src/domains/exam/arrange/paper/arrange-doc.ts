import { ARRANGE_PAPERS, type ArrangePaper } from '@xueheng/contract/domains/exam/arrange/arrange-paper.ts'
import { wallTime } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import type { PaperRequest } from '../../../../platform/paper/paper.ts'
import { type HeaderSpec, writeWorkbook } from '../../../../platform/sheet/write.ts'
import { drawQrCode } from '../../../sign-in/index.ts'
import { groupBy } from '../kernel/group-by.ts'
import type { Photos } from './read-photos.ts'
import type { SittingStudent } from './read-sitters.ts'

/** One document: a part of a point's rooms, or a school. */
export interface ArrangeDoc {
  name: string
  unit: string
  students: SittingStudent[]
}

/** Rooms of one document: memory grows with its pages. */
const ROOMS_AT_ONCE = 60
const ROWS_AT_ONCE = 1000
/** Cards of one document: each may bring a photo. */
const CARDS_AT_ONCE = 240

/** The documents of a paper, in the order of rooms, or of schools and their classes. */
export function splitDocs(paper: ArrangePaper, students: readonly SittingStudent[]): ArrangeDoc[] {
  const { title, by } = ARRANGE_PAPERS[paper]
  if (by === 'point') {
    const points = groupBy(students, ({ pointName }) => pointName)
    return [...points].flatMap(([unit, own]) => {
      const rooms = [...groupBy(own, ({ roomNo }) => roomNo).values()]
      return partsOf(rooms, ROOMS_AT_ONCE).map((part) => toRoomsDoc(title, unit, part.flat()))
    })
  }
  return [...groupBy(students, ({ schoolCode }) => schoolCode)].flatMap(([code, own]) => {
    const sorted = own.toSorted((one, other) => one.examClass.localeCompare(other.examClass, 'zh', { numeric: true }))
    const parts = partsOf(sorted, paper === 'admission' ? CARDS_AT_ONCE : ROWS_AT_ONCE)
    const unit = own[0]?.schoolName ?? ''
    return parts.map((part, at) => {
      const name = [code, unit, title, parts.length > 1 && at + 1].filter(Boolean).join('_')
      return { name, unit, students: part }
    })
  })
}

/** Cards by class: a document each, several where a class is larger than one may hold. */
export function splitCards(students: readonly SittingStudent[]): ArrangeDoc[] {
  const classes = groupBy(students, ({ schoolCode, examClass }) => `${schoolCode}/${examClass}`)
  return [...classes.values()].flatMap((own) => {
    const { schoolCode = '', schoolName = '', examClass = '' } = own[0] ?? {}
    const parts = partsOf(own, CARDS_AT_ONCE)
    return parts.map((part, at) => {
      const name = [schoolCode, schoolName, examClass, ARRANGE_PAPERS.admission.title, parts.length > 1 && at + 1]
      return { name: name.filter(Boolean).join('_'), unit: `${schoolName} ${examClass}`, students: part }
    })
  })
}

function toRoomsDoc(title: string, unit: string, students: SittingStudent[]): ArrangeDoc {
  const [first, last] = [students[0]?.roomNo ?? '', students.at(-1)?.roomNo ?? '']
  const rooms = first === last ? first : `${first}-${last}`
  return { name: [unit, rooms, title].filter(Boolean).join('_'), unit, students }
}

function partsOf<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_none, at) => rows.slice(at * size, (at + 1) * size))
}

const TEMPLATE = new URL('arrange.typ', import.meta.url)

/** A document as the press takes it. Who printed it and when stands across every page. */
export function toRequest(
  ctx: Ctx,
  taskName: string,
  paper: ArrangePaper,
  doc: ArrangeDoc,
  photos: Photos,
): PaperRequest {
  const made = `${ctx.user.name} ${wallTime(ctx.now)}`
  const { title } = ARRANGE_PAPERS[paper]
  const rooms = [...groupBy(doc.students, ({ roomNo }) => roomNo).values()].map((students) => {
    const { roomName, pointName, place } = students[0] ?? { roomName: '', pointName: '', place: '' }
    const cols = Math.max(...students.map(({ seatCol }) => seatCol))
    return {
      roomName,
      pointName,
      place,
      cols,
      first: students[0]?.studentNumber,
      last: students.at(-1)?.studentNumber,
      students,
    }
  })
  const students = doc.students.map((one) => (paper === 'admission' ? toCard(one, photos) : one))
  const frame = { title: `${taskName} ${title}`, kind: paper, exam: taskName, paper: title, unit: doc.unit }
  const data = { ...frame, by: ctx.user.name, foot: `${taskName}　${title}　${made}`, mark: null, rooms, students }
  const pictures = Object.fromEntries([...photos].map(([number, photo]) => [nameOf(number), photo]))
  return { template: TEMPLATE, data, charts: {}, pictures }
}

function toCard(student: SittingStudent, photos: Photos) {
  const { studentNumber } = student
  const photo = photos.has(studentNumber) ? nameOf(studentNumber) : null
  return { ...student, photo, qr: drawQrCode(studentNumber) }
}

/** What the template calls a photo; its contents tell what kind of picture it is. */
function nameOf(studentNumber: string): string {
  return `photo-${studentNumber}`
}

const HEADERS: HeaderSpec[] = [
  { title: '考点', key: 'pointName', width: 20 },
  { title: '考场', key: 'roomName', width: 14 },
  { title: '位置', key: 'place', width: 14 },
  { title: '座位号', key: 'seatNo', kind: 'number', width: 8 },
  { title: '行', key: 'seatRow', kind: 'number', width: 6 },
  { title: '列', key: 'seatCol', kind: 'number', width: 6 },
  { title: '考号', key: 'studentNumber', width: 16 },
  { title: '姓名', key: 'studentName', width: 12 },
  { title: '学校', key: 'schoolName', width: 24 },
  { title: '班级', key: 'examClass', width: 14 },
  { title: '选科', key: 'courseCombination', width: 10 },
]
const RECORD: HeaderSpec[] = ['到考', '缺考', '违纪', '备注'].map((title) => ({ title, key: title, width: 8 }))

/** The same people as a workbook. */
export function toWorkbook(taskName: string, paper: ArrangePaper, doc: ArrangeDoc): Promise<Buffer> {
  const { title } = ARRANGE_PAPERS[paper]
  const header = paper === 'roomRecord' ? [...HEADERS, ...RECORD] : HEADERS
  const rows = doc.students.map((one) => ({ ...one }))
  return writeWorkbook([{ name: title, title: [`${taskName} ${title}`, doc.unit].filter(Boolean), header, rows }])
}
