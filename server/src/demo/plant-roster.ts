import type { CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import { studentCode } from './codes.ts'
import { type Field, addFault } from './plant-field.ts'
import { at } from './random.ts'
import type { RosterCells, RosterColumn, SampleLine } from './sample-model.ts'

/** Far beyond the last student of any bureau. */
const UNUSED_INDEX = 90_000
/** One in five of a school stays away. */
const MISSING_SHARE = 5

/** Faults F01, F02 and S01 to S10 of the roster. */
export function plantRosterFaults(field: Field): void {
  shrinkSchool(field)
  rename(spoil(field, 'F01', '姓名', {}, '没有姓名'), '')
  spoil(field, 'F02', '性别', { 性别: '不详' }, '不在字典内')
  repeatNumber(field)
  repeatCode(field)
  spoil(field, 'S03', '学校', { 学校: '云川市第九十九中学', 学校代码: '' }, '学校不存在')
  spoil(field, 'S03', '学校', { 县区: '海角县', 学校: '海角县第一中学', 学校代码: '' }, '县区不在联考范围')
  spoil(field, 'S04', '班级', { 班级: '高三(88)班' }, '班级不存在')
  shareName(field, 'S05', (one, two) => one.school === two.school && one.klass !== two.klass, '同校重名')
  shareName(field, 'S06', (one, two) => one.klass === two.klass, '同班重名')
  rename(spoil(field, 'S07', '姓名', {}, '学籍号与姓名不符'), '甄有误')
  breakCode(field)
  spoil(field, 'S10', '选科', { 选科: '物史化' }, '两门首选科目')
  spoil(field, 'S10', '选科', { 选科: '物化' }, '少一门再选科目')
}

function spoil(
  field: Field,
  code: CheckCode,
  column: RosterColumn,
  cells: Partial<RosterCells>,
  note: string,
): SampleLine {
  const line = field.take()
  Object.assign(line.roster ?? {}, cells)
  addFault(line, { code, where: 'roster', column, note })
  return line
}

/** In both files, so that nothing but the name itself is wrong. */
function rename(line: SampleLine, name: string): void {
  if (line.roster) line.roster.姓名 = name
  if (line.score) line.score.name = name
}

/** A school sends a fifth fewer students than its base number. */
function shrinkSchool(field: Field): void {
  const schools = [...new Set(field.lines.map((line) => line.school))]
    .map((school) => field.lines.filter((line) => line.school === school))
    .filter((members) => members.every(field.isFree) && members.length > 30)
  const members = schools[0] ?? biggestRest(field)
  for (const [i, line] of members.entries()) {
    if (i % MISSING_SHARE !== MISSING_SHARE - 1) continue
    line.roster = null
    line.score = null
  }
  addFault(at(members, 0), { code: 'S09', where: 'roster', column: '学校', note: '人数比学生基数少一成以上' })
  field.keep(members)
}

/** Where every school already has a spoilt student: the free ones of the school that has most of them. */
function biggestRest(field: Field): SampleLine[] {
  const schools = [...new Set(field.lines.map((line) => line.school))]
  const rests = schools.map((school) => field.lines.filter((line) => line.school === school && field.isFree(line)))
  return at(
    rests.toSorted((a, b) => b.length - a.length),
    0,
  )
}

/** A line too many with the number of somebody else. */
function repeatNumber(field: Field): void {
  const model = field.take()
  if (!model.roster) return
  const roster = { ...model.roster, 姓名: '甄重号', 学籍号: studentCode(UNUSED_INDEX, true, false) }
  const line: SampleLine = { ...model, roster, score: null, faults: [] }
  addFault(line, { code: 'S01', where: 'roster', column: '准考证号', note: '考号重复' })
  field.lines.push(line)
  field.keep([line])
}

function repeatCode(field: Field): void {
  const owner = field.take()
  spoil(field, 'S02', '学籍号', { 学籍号: owner.roster?.学籍号 ?? '' }, '学籍号重复')
}

function breakCode(field: Field): void {
  const line = field.take((one) => one.roster?.学籍号.startsWith('G') ?? false)
  if (line.roster) line.roster.学籍号 = line.roster.学籍号.slice(0, -1)
  addFault(line, { code: 'S08', where: 'roster', column: '学籍号', note: '学籍号少一位' })
}

function shareName(
  field: Field,
  code: CheckCode,
  isMate: (one: SampleLine, two: SampleLine) => boolean,
  note: string,
): void {
  const candidates = (one: SampleLine) =>
    field.lines.some((two) => two !== one && field.isFree(two) && isMate(one, two))
  const one = field.take(candidates)
  const two = field.take((line) => isMate(one, line))
  rename(two, one.roster?.姓名 ?? '')
  addFault(two, { code, where: 'roster', column: '姓名', note })
}
