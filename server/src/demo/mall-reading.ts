import { activityManage } from '@xueheng/contract/domains/mall/activity-manage.ts'
import { bookCommentReply } from '@xueheng/contract/domains/mall/book-comment.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { questionAnswer } from '@xueheng/contract/domains/mall/question-answer.ts'
import { questionManage } from '@xueheng/contract/domains/mall/question-manage.ts'
import { studentInfo } from '@xueheng/contract/domains/mall/student-info.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { voteSet } from '@xueheng/contract/domains/mall/vote-set.ts'
import { activityHooks, moveActivity } from '../domains/mall/activities.ts'
import { answerHooks } from '../domains/mall/answers.ts'
import { castVote } from '../domains/mall/ballot.ts'
import { commentHooks } from '../domains/mall/comments.ts'
import { studentHooks } from '../domains/mall/students.ts'
import { openVote, voteHooks } from '../domains/mall/votes.ts'
import { wallTime } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import { findOrRefuse, listAll } from '../platform/rows/read.ts'
import { submit } from '../platform/rows/write.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000

/** A time so many days from now. */
function daysFrom(now: Date, days: number): string {
  return wallTime(new Date(now.getTime() + days * DAY_MS))
}

/** Pupils with their answers, an activity that runs, a vote under way, and comments on books that have arrived. */
export async function addReadingLife(ctx: Ctx, random: Random, parents: readonly string[]): Promise<void> {
  const pupils: string[] = []
  for (const id of parents) pupils.push(await addPupil(ctx, id))
  await addAnswers(ctx, random, pupils)
  await addActivity(ctx)
  await addVote(ctx, random, parents)
  await addComments(ctx)
}

async function addPupil(ctx: Ctx, parentId: string): Promise<string> {
  const { studentName, schoolCode, gradeName, className } = await findOrRefuse(userParentInfo, ctx, parentId)
  const body = { parentId, studentName, schoolCode, gradeName, className, isEnabled: 1 }
  return (await submit(studentInfo, ctx, body, studentHooks.hooks)).id
}

/** Right, wrong, and one in words of the pupil's own. */
const GIVEN: Record<number, string[]> = {
  1: ['A', 'B', 'B'],
  2: ['ABC', 'AB'],
  3: ['对', '错'],
  4: ['四', '4', '三'],
  5: ['他看到同胞围观时的麻木，觉得医好身体也没有用。', '因为他想写文章，让大家醒过来。'],
}

async function addAnswers(ctx: Ctx, random: Random, pupils: readonly string[]): Promise<void> {
  for (const question of await listAll(questionManage, ctx, {}))
    for (const studentId of pupils.slice(0, 5)) {
      const answerText = random.pick(GIVEN[question.questionType] ?? ['不知道'])
      await submit(questionAnswer, ctx, { questionId: question.id, studentId, answerText }, answerHooks.hooks)
    }
}

async function addActivity(ctx: Ctx): Promise<void> {
  await publishActivity(ctx, {
    title: '我和我的书架',
    introduction: '写一写或拍一拍你的书架，以及上面最舍不得的那一本。',
    startTime: daysFrom(ctx.now, -5),
    endTime: daysFrom(ctx.now, 25),
    maxPerUser: 2,
  })
}

/** The activity whose works have come in; answers its id. */
export function addContest(ctx: Ctx, title: string): Promise<string> {
  return publishActivity(ctx, {
    title,
    introduction: '写一写这个秋天读到的一本书。',
    startTime: daysFrom(ctx.now, -61),
    endTime: daysFrom(ctx.now, 9),
    maxPerUser: 1,
  })
}

/** An activity that collects works, open to all. */
async function publishActivity(ctx: Ctx, about: Record<string, unknown>): Promise<string> {
  const rules = { activityType: 1, needAudit: 1, rewardPoint: 20, awards: '一等奖、二等奖、三等奖' }
  const { id } = await submit(activityManage, ctx, { ...about, ...rules }, activityHooks.hooks)
  await moveActivity(ctx, id, 'publish')
  return id
}

async function addVote(ctx: Ctx, random: Random, parents: readonly string[]): Promise<void> {
  const body = {
    title: '最想和同学共读的一本书',
    optionTitles: '红星照耀中国\n昆虫记\n城南旧事\n朝花夕拾',
    minChoices: 1,
    maxChoices: 2,
    limitMode: 1,
    showResult: 1,
    startTime: daysFrom(ctx.now, -2),
    endTime: daysFrom(ctx.now, 12),
  }
  const { id } = await submit(voteSet, ctx, body, voteHooks.hooks)
  await openVote(ctx, id)
  for (const parentId of parents)
    await castVote(ctx, id, await findOrRefuse(userParentInfo, ctx, parentId), [String(random.integer(1, 4))])
}

const REMARKS = ['纸张和印刷都很好，孩子一口气读完了。', '配图再多一些就更好了。', '老师推荐的书，值得反复读。']

async function addComments(ctx: Ctx): Promise<void> {
  const orderStatus = orderStates.states.completed.value
  for (const [at, order] of (await listAll(orderManage, ctx, { orderStatus })).entries()) {
    const body = { orderId: order.id, bookId: order.items[0]?.bookId, score: 5 - (at % 2), content: REMARKS[at % 3] }
    const { id } = await submit(bookCommentReply, ctx, { ...body, isVisible: 1 }, commentHooks.hooks)
    if (at === 0) await submit(bookCommentReply, ctx, { id, replyContent: '谢谢您的评论。' }, commentHooks.hooks)
  }
}
