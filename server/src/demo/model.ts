/** What the generated bureau consists of. Scores are integer tenths of a mark; courses are indexes of `COURSES`. */
export interface Area {
  code: string
  name: string
  kind: '城区' | '县域' | '直属'
  /** Share of pupils who live in town; decides how urban its schools are. */
  urbanShare: number
  /** In 万人. */
  population: number
}

export interface School {
  index: number
  code: string
  name: string
  shortName: string
  area: Area
  /** Number inside the area, part of every exam number. */
  no: number
  isPrivate: boolean
  urbanType: '1' | '2' | '3'
  group: 'A' | 'B' | 'C'
  /** Mean ability, in standard deviations of the bureau. */
  quality: number
  /** What the school adds to each course beyond its quality. */
  courseEffects: number[]
  planned: number
  classes: Klass[]
}

export interface Teacher {
  code: string
  name: string
  effect: number
}

export interface Klass {
  code: string
  no: number
  school: School
  isExperimental: boolean
  /** 物理 or 历史: the home class is formed by the first choice. */
  firstCourse: number
  size: number
  effect: number
  /** By course; one teacher takes one to three classes. */
  teachers: Teacher[]
  headTeacher: Teacher
}

export interface Student {
  index: number
  code: string
  name: string
  isMale: boolean
  /** Class of today, after all transfers. */
  klass: Klass
  studentNo: string
  /** 1 应届, 2 往届. */
  studentType: '1' | '2'
  /** Six courses in the order of `COURSES`. */
  courses: number[]
  /** 物化生: first choice and the two others. */
  combination: string
  /** Standing inside the class in standard deviations: general ability. */
  ability: number
  hasTransferred: boolean
}

export interface Mark {
  course: number
  /** Null when the paper was not sat or does not count. */
  score10: number | null
  /** A value of `SCORE_STATUS`. */
  status: number
}

/** One student at one exam, as of its day. */
export interface Sitting {
  student: Student
  klass: Klass
  /** 考号. */
  number: string
  room: string
  seat: number
  marks: Mark[]
}

export interface ExamPlan {
  no: number
  name: string
  code: string
  examYear: number
  term: number
  examType: string
  beginDate: string
  endDate: string
  /** Whether the students' classes changed since the exam before. */
  isNewTerm: boolean
}

export interface Exam extends ExamPlan {
  sittings: Sitting[]
  /** The truth that value-added methods have to find: what each school and class gained since the first exam. */
  schoolGrowth: number[]
  classGrowth: Map<string, number>
}

export interface Bureau {
  city: string
  studyYear: number
  enterYear: number
  areas: Area[]
  schools: School[]
  students: Student[]
  exams: Exam[]
}

export interface BureauOptions {
  seed: string
  students: number
  areas: number
  /** One school for about 200 students without it. */
  schools?: number
}
