/** Where a table goes: it ends with its step, stays in the exam's work folder, or enters the package as it is as well. */
export type TableUse = 'scratch' | 'work' | 'package'

/** 数据进度的一步：做什么、依赖谁、产出哪些表。 */
export interface PlanTask {
  taskCode: string
  taskName: string
  taskTypes: 'IMPORT' | 'CHECK' | 'ARCHIVE' | 'LEVEL' | 'CALC' | 'QUOTA' | 'FRONTN' | 'LINE' | 'QUESTION' | 'PACKAGE'
  needs: string[]
  /** An exam may do without it: nothing but its own reports reads what it makes. */
  isOptional?: true
  /** Tables it makes, in this order, each by the `.sql` of its name; none for steps done elsewhere (import, check, archive). */
  makes: Record<string, TableUse>
}

/** Every task in the order it is shown. What a computed one reads and depends on stands in its SQL alone. */
export const COMPUTE_PLAN: PlanTask[] = [
  { taskCode: 'IMP_STUDENT', taskName: '导入考生', taskTypes: 'IMPORT', needs: [], makes: {} },
  { taskCode: 'IMP_SCORE', taskName: '导入成绩', taskTypes: 'IMPORT', needs: [], makes: {} },
  { taskCode: 'CHK_STUDENT', taskName: '校验考生', taskTypes: 'CHECK', needs: ['IMP_STUDENT'], makes: {} },
  { taskCode: 'CHK_SCORE', taskName: '校验成绩', taskTypes: 'CHECK', needs: ['IMP_SCORE', 'CHK_STUDENT'], makes: {} },
  { taskCode: 'ARC_STUDENT', taskName: '归档考生', taskTypes: 'ARCHIVE', needs: ['CHK_STUDENT'], makes: {} },
  { taskCode: 'ARC_SCORE', taskName: '归档成绩', taskTypes: 'ARCHIVE', needs: ['CHK_SCORE'], makes: {} },
  { taskCode: 'IMP_QUESTION', taskName: '导入小题分', taskTypes: 'IMPORT', needs: [], makes: {} },
  {
    taskCode: 'CHK_QUESTION',
    taskName: '校验小题分',
    taskTypes: 'CHECK',
    needs: ['IMP_QUESTION', 'CHK_SCORE'],
    makes: {},
  },
  {
    taskCode: 'ARC_QUESTION',
    taskName: '归档小题分',
    taskTypes: 'ARCHIVE',
    needs: ['CHK_QUESTION'],
    makes: {},
  },
  {
    taskCode: 'CALC_LEVEL',
    taskName: '等级赋分',
    taskTypes: 'LEVEL',
    needs: ['ARC_STUDENT', 'ARC_SCORE'],
    makes: { level_mark: 'scratch', level_cut: 'scratch', level_grade: 'package', level_score: 'package' },
  },
  {
    taskCode: 'CALC_TOTAL',
    taskName: '合成总分',
    taskTypes: 'CALC',
    needs: ['ARC_STUDENT', 'ARC_SCORE', 'CALC_LEVEL'],
    makes: {
      person: 'scratch',
      place: 'scratch',
      wide: 'scratch',
      course_part: 'package',
      unit: 'work',
      course: 'work',
      student: 'work',
      score: 'work',
      school_score: 'work',
    },
  },
  {
    taskCode: 'CALC_RANK',
    taskName: '排名',
    taskTypes: 'CALC',
    needs: ['CALC_TOTAL'],
    makes: { rank_lut: 'package' },
  },
  {
    taskCode: 'CALC_STDSCORE',
    taskName: '标准分与百分等级',
    taskTypes: 'CALC',
    needs: ['CALC_RANK'],
    makes: { std_score: 'package' },
  },
  {
    taskCode: 'STAT_BASE',
    taskName: '一分两率',
    taskTypes: 'QUOTA',
    needs: ['CALC_RANK'],
    makes: { threshold: 'work', quota_part: 'scratch', quota: 'package' },
  },
  {
    taskCode: 'STAT_PARAGRAPH',
    taskName: '分数段与一分一段',
    taskTypes: 'QUOTA',
    needs: ['CALC_TOTAL'],
    makes: { paragraph: 'package', stream_paragraph: 'package' },
    isOptional: true,
  },
  {
    taskCode: 'STAT_AREA_FRONTN',
    taskName: '县区前N名',
    taskTypes: 'FRONTN',
    needs: ['CALC_RANK'],
    makes: { area_front: 'package' },
    isOptional: true,
  },
  {
    taskCode: 'STAT_SCHOOL_FRONTN',
    taskName: '学校前N名',
    taskTypes: 'FRONTN',
    needs: ['CALC_RANK'],
    makes: { school_front: 'package' },
    isOptional: true,
  },
  {
    taskCode: 'LINE_CALC',
    taskName: '划线',
    taskTypes: 'LINE',
    needs: ['CALC_RANK'],
    makes: { line_mark: 'scratch', line_total: 'scratch', course_line: 'scratch', score_line: 'package' },
  },
  {
    taskCode: 'LINE_STAT',
    taskName: '上线统计',
    taskTypes: 'LINE',
    needs: ['LINE_CALC'],
    makes: { line_part: 'scratch', line_stat: 'package' },
  },
  {
    taskCode: 'QUES_STAT',
    taskName: '小题统计',
    taskTypes: 'QUESTION',
    needs: ['CALC_TOTAL', 'ARC_QUESTION'],
    makes: {
      question: 'package',
      question_point: 'package',
      question_total: 'work',
      question_cut: 'work',
      question_part: 'scratch',
      question_stat: 'package',
      option_part: 'scratch',
      question_option: 'package',
    },
  },
  {
    taskCode: 'QUES_PAPER',
    taskName: '试卷质量',
    taskTypes: 'QUESTION',
    needs: ['QUES_STAT'],
    makes: { choice_item: 'scratch', paper_quality: 'package' },
  },
  {
    taskCode: 'QUES_KNOWLEDGE',
    taskName: '知识点',
    taskTypes: 'QUESTION',
    needs: ['QUES_STAT'],
    makes: { knowledge: 'package' },
  },
  {
    taskCode: 'PACKAGE',
    taskName: '生成报表',
    taskTypes: 'PACKAGE',
    needs: [
      'CALC_STDSCORE',
      'STAT_BASE',
      'STAT_PARAGRAPH',
      'STAT_AREA_FRONTN',
      'STAT_SCHOOL_FRONTN',
      'LINE_STAT',
      'QUES_PAPER',
      'QUES_KNOWLEDGE',
    ],
    makes: {},
  },
]

/** Tasks that have nothing to do in an exam without question scores. */
export const QUESTION_TASKS: string[] = COMPUTE_PLAN.filter(({ taskTypes }) => taskTypes === 'QUESTION').map(
  ({ taskCode }) => taskCode,
)

/** The tasks a computing run walks through, as the plan lists them. */
export const COMPUTED_TASKS: PlanTask[] = COMPUTE_PLAN.filter((task) => Object.keys(task.makes).length > 0)

/** The tasks run by the plan that stand on what this task makes, at any distance: they expire when it changes. */
export function dependentsOf(taskCode: string): string[] {
  const direct = COMPUTE_PLAN.filter(({ needs }) => needs.includes(taskCode)).map((task) => task.taskCode)
  return [...new Set(direct.flatMap((code) => [code, ...dependentsOf(code)]))]
}

/** State of one task as the progress screen shows it. */
export const TASK_STATE = { waiting: 0, running: 1, done: 2, failed: 3, skipped: 4, stale: 5 } as const
