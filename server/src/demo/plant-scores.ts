import type { CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { COMPULSORY, COURSES } from './courses.ts'
import { type Field, addFault } from './plant-field.ts'
import { swapTwo } from './plant-swap.ts'
import { at } from './random.ts'
import { PARTED } from './sample-layout.ts'
import type { SampleLine } from './sample-model.ts'

const MATHS = '数学'
const SHORT_COURSE = '生物'
/** Marks a whole class gains overnight. */
const JUMP = 45

/** Faults C01 to C12 of the score files; those of whole classes first, while classes are untouched. */
export function plantScoreFaults(field: Field): void {
  dropCourse(field)
  pasteClassTwice(field)
  liftClass(field)
  swapTwo(field, untouchedClasses(field))
  for (const number of ['999999999901', '999999999902']) addOrphan(field, number)
  repeatRow(field)
  spoilMark(field, 'C02', '语文', 158, '超过满分')
  spoilMark(field, 'C02', MATHS, -5, '负分')
  spoilMark(field, 'C03', MATHS, '八十五', '不是数字')
  spoilMark(field, 'C03', '语文', '8O', '字母O混入')
  spoilMark(field, 'C04', '语文', 87.3, '不是0.5的倍数')
  spoilMark(field, 'C04', '外语', 101.2, '不是0.5的倍数')
  breakParts(field)
  loseScores(field)
  addUnchosen(field)
  zeroStrongStudent(field)
  misname(field)
}

/** Two classes of equal size in one file: the second carries the scores of the first in the compulsory courses. */
function pasteClassTwice(field: Field): void {
  const classes = untouchedClasses(field)
  const pair = classes.flatMap((one) => {
    const twin = classes.find((two) => two !== one && areTwins(one, two))
    return twin ? [[one, twin] as const] : []
  })
  const [source, copy] = field.random.pick(pair)
  for (const [i, line] of copy.entries()) {
    for (const course of COMPULSORY) {
      const { name } = at(COURSES, course)
      line.score?.marks.set(name, at(source, i).score?.marks.get(name) ?? '缺考')
    }
  }
  addFault(at(copy, 0), { code: 'C10', where: 'score', column: '语文', note: '与另一个班的成绩完全相同' })
  field.keep([...source, ...copy])
}

function areTwins(one: SampleLine[], two: SampleLine[]): boolean {
  return one.length === two.length && at(one, 0).area === at(two, 0).area
}

function liftClass(field: Field): void {
  const members = field.random.pick(untouchedClasses(field))
  for (const { score } of members) {
    const mark = score?.marks.get(MATHS)
    if (typeof mark === 'number') score?.marks.set(MATHS, Math.min(147, mark + JUMP))
  }
  addFault(at(members, 0), { code: 'C10', where: 'score', column: MATHS, note: '班级均分较上次突变' })
  field.keep(members)
}

/** One school sends no row of a course; in the long layout nothing tells that there should be any. */
function dropCourse(field: Field): void {
  const schools = new Set(field.lines.filter((line) => field.layout(line) === 'long').map((line) => line.school))
  const [members = []] = [...schools]
    .map((school) => field.lines.filter((line) => line.school === school))
    .toSorted((a, b) => a.length - b.length)
  const losers = members.filter((line) => line.score?.marks.delete(SHORT_COURSE))
  addFault(at(losers, 0), { code: 'C06', where: 'roster', column: '选科', note: `全校缺少${SHORT_COURSE}成绩` })
  field.keep(members)
}

function addOrphan(field: Field, number: string): void {
  const model = field.take()
  const marks = new Map(model.score?.marks)
  const orphan: SampleLine = { ...model, roster: null, score: { number, name: '查无此人', marks }, faults: [] }
  addFault(orphan, { code: 'C01', where: 'score', column: '考号', note: '考号不在考生名单' })
  field.lines.push(orphan)
  field.keep([orphan])
}

/** The same row twice in one file. */
function repeatRow(field: Field): void {
  const model = field.take()
  if (!model.score) return
  const copy: SampleLine = { ...model, roster: null, score: { ...model.score }, faults: [] }
  addFault(copy, { code: 'C12', where: 'score', column: '考号', note: '同一考号同一科目重复' })
  field.lines.push(copy)
  field.keep([copy])
}

function spoilMark(field: Field, code: CheckCode, course: string, mark: string | number, note: string): void {
  const line = field.take((one) => field.layout(one) !== 'parts' || course !== PARTED)
  line.score?.marks.set(course, mark)
  addFault(line, { code, where: 'score', column: course, note })
}

/** The layout adds the slip where it prints the parts. */
function breakParts(field: Field): void {
  const line = field.take((one) => field.layout(one) === 'parts')
  addFault(line, { code: 'C05', where: 'score', column: PARTED, note: '客观分加主观分不等于总分' })
}

function loseScores(field: Field): void {
  const line = field.take()
  line.score = null
  addFault(line, { code: 'C06', where: 'roster', column: '准考证号', note: '名单有而无成绩' })
}

function addUnchosen(field: Field): void {
  const line = field.take()
  const other = COURSES.find(({ name }) => !line.score?.marks.has(name))
  line.score?.marks.set(other?.name ?? '', 75)
  addFault(line, { code: 'C07', where: 'score', column: other?.name ?? '', note: '未选科目却有分' })
}

function zeroStrongStudent(field: Field): void {
  const line = field.take(({ score }) =>
    COURSES.every(({ name, full }) => Number(score?.marks.get(name) ?? full) > full * 0.6),
  )
  line.score?.marks.set('语文', 0)
  addFault(line, { code: 'C08', where: 'score', column: '语文', note: '其他科目均过六成而本科零分' })
}

function misname(field: Field): void {
  const line = field.take((one) => field.layout(one) !== 'long')
  if (line.score) line.score.name = '张冠李'
  addFault(line, { code: 'C11', where: 'score', column: '姓名', note: '同一考号姓名与名单不一致' })
}

/** Classes of at least ten of whom nobody is spoilt. */
function untouchedClasses(field: Field): SampleLine[][] {
  const classes = new Map<string, SampleLine[]>()
  for (const line of field.lines) {
    const members = classes.get(line.klass.code)
    if (members) members.push(line)
    else classes.set(line.klass.code, [line])
  }
  return [...classes.values()].filter((members) => members.length >= 10 && members.every(field.isFree))
}
