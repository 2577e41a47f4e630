import { defineCall } from '../../kit/call.ts'
import { ref, text } from '../../kit/field.ts'
import { paperSeal } from '../../platform/paper.ts'
import { areaParam, classParam, schoolParam } from './columns.ts'
import { paperTextCalls } from './paper-text.ts'

/** What a paper is printed as. */
export const PAPER_FORMATS = { pdf: 'PDF', xlsx: 'Excel' } as const
export type PaperFormat = keyof typeof PAPER_FORMATS

const units = { ...areaParam, ...schoolParam, ...classParam, courseName: text('科目', { length: 20 }) }
type UnitName = keyof typeof units
export type PaperTextCalls = ReturnType<typeof paperTextCalls<typeof units>>

interface PaperOptions {
  title: string
  /** What stands in it and how it comes, in one sentence. */
  hint: string
  /** Names of students stand in it: printed only for a reason, with the reader's name across every page. */
  isOfStudents: boolean
  /** By which units, and which course, people ask for it. */
  units: readonly UnitName[]
  /** Sentences stand in it that a person may put into other words before it is printed. */
  hasTexts?: boolean
}

/** One kind of paper that is handed out, and the call that has it printed. */
export interface Paper extends PaperOptions {
  name: string
  /** Code of the right to print it. */
  permission: string
  call: ReturnType<typeof paperCall>
  texts: PaperTextCalls | undefined
}

/** Starts a job, whose file is the paper, or a zip where there are several. */
function paperCall(name: string, permission: string, { title, isOfStudents }: PaperOptions) {
  return defineCall(`paper.${name}`, {
    method: 'POST',
    path: `/api/bigdata-service/report/paper/${name}`, // inferred
    title: `印制${title}`,
    access: { permission },
    input: {
      examId: ref('考试', 'examInfo', { required: true }),
      ...units,
      format: text('格式', { length: 8, help: 'pdf 或 xlsx，不填为 pdf' }),
      reason: text('导出理由', { length: 200, help: '含学生姓名的报告须填写理由，至少4个字' }),
      ...paperSeal,
    },
    output: { jobId: text('任务', { required: true }) },
    stepUp: isOfStudents,
  })
}

function definePaper(name: string, options: PaperOptions): Paper {
  const permission = `paper_${name.toLowerCase()}`
  return {
    ...options,
    name,
    permission,
    call: paperCall(name, permission, options),
    texts: options.hasTexts ? paperTextCalls(name, permission, options.title, units) : undefined,
  }
}

/** 一页简报：给教育局领导 */
export const briefPaper = definePaper('brief', {
  title: '一页简报',
  hint: '一页纸：参考情况、各科与上次相比、最好与最弱的单位、总分分布',
  isOfStudents: false,
  units: ['areaCode', 'schoolCode'],
  hasTexts: true,
})

/** 学校分册：给校长 */
export const schoolPaper = definePaper('schoolBook', {
  title: '学校分册',
  hint: '每校一册：封面、目录、各科与班级、上线与临界生、口径；多所学校打成一个压缩包',
  isOfStudents: true,
  units: ['areaCode', 'schoolCode'],
  hasTexts: true,
})

/** 学生成绩单：给家长会 */
export const studentPaper = definePaper('studentSheet', {
  title: '学生成绩单',
  hint: '每生半页，按班成册：分数、班级与联考均分，以位置段代替名次，没有其他学生的信息',
  isOfStudents: true,
  units: ['areaCode', 'schoolCode', 'classCode'],
})

/** 讲评单：给任课教师 */
export const reviewPaper = definePaper('reviewSheet', {
  title: '讲评单',
  hint: '每班每科一份：各题得分率与本校、县区、联考相比，选项、知识点，最需要讲评的在前；需要小题分',
  isOfStudents: false,
  units: ['areaCode', 'schoolCode', 'classCode', 'courseName'],
  hasTexts: true,
})

export const PAPERS: readonly Paper[] = [briefPaper, schoolPaper, reviewPaper, studentPaper]
