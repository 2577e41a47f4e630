import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { COURSES, PHYSICS } from './courses.ts'
import type { Bureau, Klass, Mark, School, Sitting } from './model.ts'
import { at } from './random.ts'
import { isCounted } from './students.ts'
import type { RosterCells, SampleLine } from './sample-model.ts'

/** The class as it is printed: 高三(5)班. */
export function className(klass: Klass): string {
  return `高三(${klass.no})班`
}

/** Lines of the newest exam for the given schools; namesakes of one class get a number, as schools do it. */
export function sampleLines(bureau: Bureau, schools: Set<School>): SampleLine[] {
  const exam = at(bureau.exams, bureau.exams.length - 1)
  const seen = new Map<string, number>()
  return exam.sittings
    .filter((sitting) => schools.has(sitting.klass.school))
    .map((sitting) => {
      const key = sitting.klass.code + sitting.student.name
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      return sampleLine(sitting, sitting.student.name + (count > 1 ? count : ''))
    })
}

function sampleLine(sitting: Sitting, name: string): SampleLine {
  const { klass, number } = sitting
  const marks = new Map(sitting.marks.map((mark) => [at(COURSES, mark.course).name, markText(mark)]))
  return {
    area: klass.school.area,
    school: klass.school,
    klass,
    sitting,
    roster: rosterCells(sitting, name),
    score: { number, name, marks },
    faults: [],
  }
}

function rosterCells({ student, klass, number, room, seat }: Sitting, name: string): RosterCells {
  return {
    准考证号: number,
    学籍号: student.code,
    姓名: name,
    性别: student.isMale ? '男' : '女',
    县区: klass.school.area.name,
    学校: klass.school.name,
    学校代码: klass.school.code,
    年级: '高三',
    班级: className(klass),
    学号: student.studentNo,
    科类: klass.firstCourse === PHYSICS ? '物理类' : '历史类',
    选科: student.combination,
    学生类别: student.studentType === '1' ? '应届' : '往届',
    考场: room,
    座位: String(seat),
    计入统计: isCounted(student) ? '是' : '否',
  }
}

function markText({ score10, status }: Mark): string | number {
  if (score10 !== null) return score10 / 10
  return status === SCORE_STATUS.cheat ? '作弊' : '缺考'
}
