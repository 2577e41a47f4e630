import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import * as call from '@xueheng/contract/domains/mall/vote-calls.ts'
import { SHOWN, type VoteOption, voteSet, voteStates } from '@xueheng/contract/domains/mall/vote-set.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { conflict, fault } from '../../platform/error.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, stateRow, transition } from '../../platform/states.ts'
import { changeRow, lockRow, shown } from './change-row.ts'
import { castVote, firstHash, hashOf } from './ballot.ts'
import { mallVote } from './tables.ts'
import { assertKeeper } from './units.ts'

type Vote = EntityRow<typeof voteSet.fields>

const WORKS = every(collectRecord, 'works of an activity stand for election to everybody')
const state = (id: string) => stateRow(voteSet, id, 'voteStatus')
const MOST_OPTIONS = 500

export const voteHooks: EntityHooks = hook(voteSet, {
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (!before)
      Object.assign(row, { voteStatus: voteStates.states.draft.value, totalVotes: 0, totalVoters: 0, options: null })
    else await requireState(ctx, voteStates, state(before.id), 'edit')
    assertRules({ ...before, ...row })
  },
  async beforeRemove(ctx, rows) {
    assertKeeper(ctx)
    for (const { id } of rows) await requireState(ctx, voteStates, state(id), 'remove')
  },
  afterRestore: async (ctx) => assertKeeper(ctx),
})

function assertRules({ startTime, endTime, minChoices, maxChoices, activityId, optionTitles }: Partial<Vote>): void {
  if ((endTime ?? '') <= (startTime ?? '')) throw fault('endTime', '结束时间须晚于开始时间')
  if ((maxChoices ?? 1) < (minChoices ?? 1)) throw fault('maxChoices', '最多选的不能少于至少选的')
  if (activityId) return
  const titles = titlesOf(optionTitles)
  if (titles.length < 2) throw fault('optionTitles', '请填写至少两个选项，每行一个')
  if (titles.length > MOST_OPTIONS) throw fault('optionTitles', `最多${MOST_OPTIONS}个选项`)
  const twin = titles.find((title, at) => titles.indexOf(title) !== at)
  if (twin) throw fault('optionTitles', `选项「${twin}」写了两次`)
  if ((minChoices ?? 1) > titles.length) throw fault('minChoices', '至少选的多于选项')
}

function titlesOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** From now on the options stand as they are: those written down, or the works of the activity that passed and are public. */
export async function openVote(ctx: Ctx, id: string): Promise<Vote> {
  assertKeeper(ctx)
  const vote = await held(ctx, id)
  await transition(ctx, voteStates, state(id), 'open')
  if (vote.endTime <= wallTime(ctx.now)) throw conflict('结束时间已过，请先修改结束时间')
  const options = vote.activityId ? await worksOf(ctx, vote.activityId) : optionsOf(vote.optionTitles)
  if (options.length < 2) throw conflict('活动通过并公开的作品不足两件，还不能投票')
  if (vote.minChoices > options.length) throw conflict('至少选的多于选项')
  const title = voteStates.actions.open.title
  return changeRow(ctx, voteSet, vote, { options }, { name: 'open', title })
}

function optionsOf(text: string | null): VoteOption[] {
  return titlesOf(text).map((title, at) => ({ id: String(at + 1), title }))
}

async function worksOf(ctx: Ctx, activityId: string): Promise<VoteOption[]> {
  const found = await sql<{ id: string; title: string; workNo: string }>`select id, title, work_no from ${WORKS} w
    where activity_id = ${activityId} and is_deleted = 0 and is_public = 1
      and audit_status = ${collectStates.states.passed.value}
    order by work_no limit ${MOST_OPTIONS}`.execute(ctx.db)
  return found.rows.map(({ id, title, workNo }) => ({ id: workNo, title: `${title}（${workNo}）`, recordId: id }))
}

/** The last ballot and the count stand in the log, which has a chain of its own: the votes cannot be written anew afterwards. */
async function closeVote(ctx: Ctx, id: string): Promise<Vote> {
  assertKeeper(ctx)
  const vote = await held(ctx, id)
  await transition(ctx, voteStates, state(id), 'close')
  const { hash } = await check(ctx, vote)
  const title = `${voteStates.actions.close.title}（末票凭据${hash}）`
  return changeRow(ctx, voteSet, vote, { totalVotes: vote.totalVotes }, { name: 'close', title })
}

async function held(ctx: Ctx, id: string): Promise<Vote> {
  await findOrRefuse(voteSet, ctx, id)
  return lockRow(ctx, voteSet, id)
}

interface Standing {
  optionId: string
  title: string
  votes: number
  place: number
}

/** Counted from the ballots; those with as many votes share a place. */
async function result(ctx: Ctx, vote: Vote): Promise<Standing[]> {
  const found = await sql<{ optionId: string; votes: number }>`select o.value as option_id, count(*)::int as votes
    from ${own(mallVote)} v, jsonb_array_elements_text(v.option_ids) o(value) where v.vote_id = ${vote.id}
    group by o.value`.execute(ctx.db)
  const counts = new Map(found.rows.map(({ optionId, votes }) => [optionId, votes]))
  const rows = (vote.options ?? []).map(({ id, title }) => ({ optionId: id, title, votes: counts.get(id) ?? 0 }))
  const sorted = rows.toSorted((a, b) => b.votes - a.votes)
  return sorted.map((row) => ({ ...row, place: 1 + sorted.filter(({ votes }) => votes > row.votes).length }))
}

/** Readers of the programs see a result when the vote says so; who keeps the vote sees it any time. */
async function assertShown(ctx: Ctx, vote: Vote, parentId: string | null): Promise<void> {
  const isOver = vote.voteStatus === voteStates.states.closed.value || vote.endTime <= wallTime(ctx.now)
  if (!parentId || isOver || vote.showResult === SHOWN.always) return
  if (vote.showResult === SHOWN.afterEnd) throw conflict('投票结束后才能看结果')
  const voted = await sql`select 1 from ${own(mallVote)} v
    where vote_id = ${vote.id} and parent_id = ${parentId} limit 1`.execute(ctx.db)
  if (voted.rows.length === 0) throw conflict('投票后才能看结果')
}

interface Checked {
  isIntact: number
  votes: number
  brokenSeq: number | null
  hash: string
  text: string
}

interface Ballot {
  seq: number
  parentId: string
  optionIds: string[]
  voteTime: string
  prevHash: string
  hash: string
}

/** Reads every ballot: each fits the one before, none is missing, and together they are what the vote says. */
async function check(ctx: Ctx, vote: Vote): Promise<Checked> {
  const found = await sql<Ballot>`select seq, parent_id, option_ids,
      to_char(vote_time, 'YYYY-MM-DD HH24:MI:SS') as vote_time, prev_hash, hash
    from ${own(mallVote)} v where vote_id = ${vote.id} order by seq`.execute(ctx.db)
  let hash = firstHash(vote)
  let votes = 0
  for (const [at, ballot] of found.rows.entries()) {
    const isNext = ballot.seq === at + 1 && ballot.prevHash === hash && ballot.hash === hashOf(hash, vote.id, ballot)
    if (!isNext) return { isIntact: 0, votes, brokenSeq: at + 1, hash, text: `第${at + 1}张票与前一张不相扣` }
    hash = ballot.hash
    votes += ballot.optionIds.length
  }
  const isSum = votes === (vote.totalVotes ?? 0)
  const text = isSum ? `${found.rows.length}张票逐张相扣，票数相符` : `票数应为${votes}，记为${vote.totalVotes ?? 0}`
  return { isIntact: isSum ? 1 : 0, votes, brokenSeq: null, hash, text }
}

export const voteHandlers: Implementation[] = [
  implement(call.voteOpen, async (ctx, { id }) => shown(voteSet, await openVote(ctx, id))),
  implement(call.voteClose, async (ctx, { id }) => shown(voteSet, await closeVote(ctx, id))),
  implement(call.voteCast, async (ctx, { id, parentId, optionIds }) => {
    await findOrRefuse(voteSet, ctx, id)
    const parent = await findOrRefuse(userParentInfo, ctx, parentId)
    return castVote(ctx, id, parent, optionIds)
  }),
  implement(call.voteResult, async (ctx, { id, parentId }) => {
    const vote = await findOrRefuse(voteSet, ctx, id)
    await assertShown(ctx, vote, parentId)
    return result(ctx, vote)
  }),
  implement(call.voteVerify, async (ctx, { id }) => check(ctx, await findOrRefuse(voteSet, ctx, id))),
]
