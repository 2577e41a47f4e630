import {
  type KnowledgePoint,
  paperQuestion,
  QUESTION_TYPE,
} from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { groupByParent, sumPaper } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import type { SpecCourse, SpecPoint, SpecQuestion } from '../compute/exam-spec.ts'

const QUESTIONS = every(paperQuestion, 'the figures of an exam are of all its questions')

interface StoredQuestion {
  courseName: string
  paperCode: string
  questionNo: string
  parentNo: string | null
  questionType: string
  isObjective: number | null
  questionScore: number
  answer: string | null
  optionNum: number | null
  knowledgePoints: KnowledgePoint[] | null
  abilityLevel: string | null
  presetP: number | null
  chooseGroup: string | null
  chooseNum: number | null
}

interface Words {
  types: ReadonlyMap<string, string>
  abilities: ReadonlyMap<string, string>
}

/** The questions of an exam that carry marks, by course, paper and place, in the words of today. */
export async function specQuestions(
  ctx: Pick<Ctx, 'db'>,
  examId: string,
  courses: SpecCourse[],
): Promise<SpecQuestion[]> {
  const { rows } =
    await sql<StoredQuestion>`select q.course_name, q.paper_code, q.question_no, q.parent_no, q.question_type,
      q.is_objective, q.question_score::float8 as question_score, q.answer, q.option_num, q.knowledge_points, q.ability_level,
      q.preset_p::float8 as preset_p, q.choose_group, q.choose_num
    from ${QUESTIONS} q where q.exam_id = ${examId} and q.is_deleted = 0
    order by q.paper_code, q.sort, q.question_id`.execute(ctx.db)
  if (rows.length === 0) return []
  const words = { types: await dictLabels(ctx, 'question_type'), abilities: await dictLabels(ctx, 'ability_level') }
  return courses.flatMap((course) => {
    const own = rows.filter((row) => row.courseName === course.courseName)
    const codes = [...new Set(own.map((row) => row.paperCode))]
    return codes.flatMap((code) =>
      ofPaper(
        course.courseId,
        own.filter((row) => row.paperCode === code),
        words,
      ),
    )
  })
}

function ofPaper(courseId: number, rows: StoredQuestion[], words: Words): SpecQuestion[] {
  const byParent = groupByParent(rows)
  const byNo = new Map(rows.map((row) => [row.questionNo, row]))
  const paperScore = sumPaper(rows).total
  return rows
    .filter((row) => !byParent.has(row.questionNo))
    .map((row) => {
      const choice = choiceOf(row, byNo)
      return {
        courseId,
        paperCode: row.paperCode,
        questionNo: row.questionNo,
        parentNo: row.parentNo,
        questionType: words.types.get(row.questionType) ?? row.questionType,
        isObjective: row.isObjective ?? 0,
        isMultiple: row.questionType === QUESTION_TYPE.multiple ? 1 : 0,
        questionScore: row.questionScore,
        answer: row.answer,
        optionNum: row.optionNum,
        item: choice ?? row.questionNo,
        isChoice: choice === undefined ? 0 : 1,
        ability: row.abilityLevel ? (words.abilities.get(row.abilityLevel) ?? row.abilityLevel) : null,
        presetP: row.presetP,
        points: pointsOf(row.knowledgePoints ?? []),
        paperScore,
      }
    })
}

/** The widest choice a question stands in, by the place of the choice: those of other places may have the same name. */
function choiceOf(row: StoredQuestion, byNo: ReadonlyMap<string, StoredQuestion>): string | undefined {
  const seen = new Set<StoredQuestion>()
  let found: string | undefined
  for (let at: StoredQuestion | undefined = row; at && !seen.has(at); at = byNo.get(at.parentNo ?? '')) {
    seen.add(at)
    if (at.chooseGroup) found = `${at.parentNo ?? ''}/${at.chooseGroup}`
  }
  return found
}

function pointsOf(points: KnowledgePoint[]): SpecPoint[] {
  return points.map(({ code, name, weight }) => ({ code: code || null, name, share: Math.round(weight * 10_000) }))
}
