import type { ComponentType } from 'react'
import { CourseSection } from '../course/CourseSection.tsx'
import { PaperSection } from '../paper/PaperSection.tsx'
import { LevelSection } from '../level/LevelSection.tsx'
import { LineSection } from '../line/LineSection.tsx'
import { RuleSection } from '../rule/RuleSection.tsx'
import { SchoolSection } from '../school/SchoolSection.tsx'
import { ProgressSection } from '../progress/ProgressSection.tsx'
import { CorrectionSection } from '../correction/CorrectionSection.tsx'
import { ImportSection } from './ImportSection.tsx'
import type { PartProps } from './part-props.ts'
import { PackageSection } from './PackageSection.tsx'
import { SummarySection } from './SummarySection.tsx'

interface Part {
  key: string
  title: string
  Section: ComponentType<PartProps>
}

/** The desk of an exam from left to right, as the work goes. */
export const PARTS: Part[] = [
  { key: 'course', title: '考试科目', Section: CourseSection },
  { key: 'paper', title: '试卷题目', Section: PaperSection },
  { key: 'rule', title: '统计口径', Section: RuleSection },
  { key: 'import', title: '导入', Section: ImportSection },
  { key: 'school', title: '参考学校', Section: SchoolSection },
  { key: 'summary', title: '数据完整性', Section: SummarySection },
  { key: 'progress', title: '数据进度', Section: ProgressSection },
  { key: 'level', title: '等级赋分', Section: LevelSection },
  { key: 'line', title: '分数线', Section: LineSection },
  { key: 'correction', title: '成绩更正', Section: CorrectionSection },
  { key: 'package', title: '生成与发布', Section: PackageSection },
]
