import { collectRecord } from '@xueheng/contract/domains/mall/collect-record.ts'
import type { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { voteSet, voteStates } from '@xueheng/contract/domains/mall/vote-set.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { wallDay, wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { conflict, fault } from '../../platform/error.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { lockRow } from './change-row.ts'
import { BIZ, isPosted, postPoints } from './points.ts'
import { mallVote } from './tables.ts'

type Vote = EntityRow<typeof voteSet.fields>
type Parent = EntityRow<typeof userParentInfo.fields>

/** Key of the dictionary `mall_vote_limit` for one ballot a day; otherwise one for all time. */
const DAILY = 2

function sha256(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** What the first ballot follows: the vote with its options as they stood when it was opened. */
export function firstHash({ id, options }: Vote): string {
  return sha256(id, ...(options ?? []).flatMap((option) => [option.id, option.title]))
}

/** Of a ballot and all before it. */
export function hashOf(
  previous: string,
  voteId: string,
  { seq, parentId, optionIds, voteTime }: { seq: number; parentId: string; optionIds: string[]; voteTime: string },
): string {
  return sha256(previous, voteId, String(seq), parentId, voteTime, ...optionIds)
}

/**
 * One ballot of one parent, chained to the one before. The vote is held meanwhile: ballots come one after the other, and
 * one after the end is refused.
 */
export async function castVote(
  ctx: Ctx,
  id: string,
  parent: Parent,
  optionIds: string[],
): Promise<{ seq: number; hash: string }> {
  const vote = await lockRow(ctx, voteSet, id)
  await requireState(ctx, voteStates, stateRow(voteSet, id, 'voteStatus'), 'cast')
  const voteTime = wallTime(new Date())
  if (voteTime < vote.startTime) throw conflict('投票还没有开始')
  if (voteTime >= vote.endTime) throw conflict('投票已经截止')
  if (parent.isEnabled === 0) throw fault('parentId', '家长账号已停用')
  const chosen = chosenOf(vote, optionIds)
  const round = vote.limitMode === DAILY ? wallDay(new Date()) : ''
  const isFirst = await assertTurn(ctx, vote, parent.id, round)
  const ballot = await addBallot(ctx, vote, { parentId: parent.id, optionIds: chosen, voteTime, round })
  await addUp(ctx, vote, chosen, isFirst)
  await rewardVoter(ctx, vote, parent.id)
  return ballot
}

function chosenOf({ options, minChoices, maxChoices }: Vote, optionIds: string[]): string[] {
  const chosen = [...new Set(optionIds)].toSorted()
  if (chosen.length < minChoices || chosen.length > maxChoices)
    throw fault('optionIds', minChoices === maxChoices ? `须选${minChoices}项` : `须选${minChoices}到${maxChoices}项`)
  const known = new Set((options ?? []).map((option) => option.id))
  if (chosen.some((option) => !known.has(option))) throw fault('optionIds', '选项不在这次投票中')
  return chosen
}

/** Whether it is the parent's first ballot here; refuses one more than the rule allows. */
async function assertTurn(ctx: Ctx, { id }: Vote, parentId: string, round: string): Promise<boolean> {
  const found = await sql<{ round: string }>`select round from ${own(mallVote)} v
    where vote_id = ${id} and parent_id = ${parentId}`.execute(ctx.db)
  if (found.rows.some((one) => one.round === round)) throw conflict(round ? '今天已经投过票' : '已经投过票')
  return found.rows.length === 0
}

interface NewBallot {
  parentId: string
  optionIds: string[]
  voteTime: string
  round: string
}

async function addBallot(ctx: Ctx, vote: Vote, ballot: NewBallot): Promise<{ seq: number; hash: string }> {
  const last = await sql<{ seq: number; hash: string }>`select seq, hash from ${own(mallVote)} v
    where vote_id = ${vote.id} order by seq desc limit 1`.execute(ctx.db)
  const seq = (last.rows[0]?.seq ?? 0) + 1
  const prevHash = last.rows[0]?.hash ?? firstHash(vote)
  const hash = hashOf(prevHash, vote.id, { seq, ...ballot })
  const { parentId, optionIds, voteTime, round } = ballot
  await sql`insert into ${own(mallVote)} (id, tenant_id, vote_id, seq, parent_id, option_ids, vote_time, round, prev_hash, hash)
    values (${nextId()}, ${ctx.user.tenantId}, ${vote.id}, ${seq}, ${parentId}, ${JSON.stringify(optionIds)}, ${voteTime},
      ${round}, ${prevHash}, ${hash})`.execute(ctx.db)
  return { seq, hash }
}

async function addUp(ctx: Ctx, vote: Vote, chosen: string[], isFirst: boolean): Promise<void> {
  await sql`update ${into(voteSet)} set total_votes = coalesce(total_votes, 0) + ${chosen.length},
    total_voters = coalesce(total_voters, 0) + ${isFirst ? 1 : 0} where id = ${vote.id}`.execute(ctx.db)
  const works = (vote.options ?? []).flatMap(({ id, recordId }) => (recordId && chosen.includes(id) ? [recordId] : []))
  if (works.length === 0) return
  await sql`update ${into(collectRecord)} set vote_count = coalesce(vote_count, 0) + 1
    where id = any(${works.toSorted()}::bigint[])`.execute(ctx.db)
}

async function rewardVoter(ctx: Ctx, { id, rewardPoint, title }: Vote, parentId: string): Promise<void> {
  if (!rewardPoint) return
  const of = { parentId, bizType: BIZ.vote, bizId: id }
  if (!(await isPosted(ctx, of)))
    await postPoints(ctx, { ...of, point: rewardPoint, title: '投票', description: title })
}
