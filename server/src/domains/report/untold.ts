import type { Ctx } from '../../platform/ctx.ts'
import { reportSql } from './report-sql.ts'
import type { Run } from './run.ts'
import { isOthers } from './withhold.ts'

const NO_PLACES = '这场考试的披露规则不向您公布名次，由名次构成的统计没有内容。'
const OF_OTHERS = '成绩更正只涉及少数考生，本单位以外的变化不公布。'

/** Why nothing of a run is told to this reader, in words; nothing where it may be read. */
export function untoldReason({ scope }: Ctx, { report, discloser, before }: Run): string | undefined {
  // A list of the first ones is itself a rank.
  if (report.isOfPlaces === true && discloser.disclosure.ranks !== 'exact') return NO_PLACES
  // What moved in a unit of others would tell of the few whose marks were corrected.
  return before !== undefined && isOthers(report.grain, scope) ? OF_OTHERS : undefined
}

const NO_QUESTIONS = '这场考试没有小题分：导入、归档小题分并重新生成报表以后，这里才有内容。'
const NO_QUESTIONS_HERE = '所选科目没有小题分，或者所选范围里没有考生作答。'

const OVER_QUESTIONS = /questions_of\(|'\/question\.parquet'/

/** Why a report over questions has no row, in words; nothing for other reports. */
export function questionReason({ report, source }: Run): string | undefined {
  if (!OVER_QUESTIONS.test(reportSql(report).rows.sql)) return undefined
  const papers = source.manifest.files.find(({ name }) => name === 'paper_quality.parquet')
  return papers && papers.rows > 0 ? NO_QUESTIONS_HERE : NO_QUESTIONS
}
