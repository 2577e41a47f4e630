import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, image, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import { MALL_SERVICES } from './parent.ts'

const made = { editable: 'never' } as const
const rest = { list: false } as const

/** 一个选项；作品的选项带作品编号。 */
export interface VoteOption {
  id: string
  title: string
  recordId?: string
}

/** 投票的状态：开放以后选项不再改。 */ // inferred
export const voteStates = defineStates(
  'mallVote',
  {
    draft: { value: 0, title: '草稿' },
    open: { value: 1, title: '投票中' },
    closed: { value: 2, title: '已结束' },
  },
  {
    edit: { title: '修改', from: ['draft'], to: '*' },
    open: { title: '开放投票', from: ['draft'], to: 'open' },
    cast: { title: '投票', from: ['open'], to: '*' },
    close: { title: '结束投票', from: ['open'], to: 'closed' },
    remove: { title: '删除', from: ['draft'], to: '*' },
  },
)

/** 结果什么时候让人看到。 */
export const SHOWN = { always: 0, afterVote: 1, afterEnd: 2 } as const

/** 投票：对活动通过的作品，或对写下的选项；每位家长按规则投，到时截止。 */ // inferred
export const voteSet = defineEntity('voteset', {
  title: '投票',
  service: MALL_SERVICES,
  table: 'mall_vote_set',
  dialect: 'mall',
  fields: {
    title: text('投票名称', { required: true, search: true, length: 100 }),
    activityId: ref('阅读活动', 'activitymanage', { search: true, help: '选了活动，选项就是它通过并公开的作品' }),
    coverUrl: image('封面', rest),
    description: text('说明', { ...rest, length: 500 }),
    optionTitles: paragraph('选项', { length: 20_000, help: '每行一个；对活动作品投票的不填' }),
    minChoices: integer('至少选', { ...rest, required: true, min: 1, max: 100, default: 1 }),
    maxChoices: integer('最多选', { ...rest, required: true, min: 1, max: 100, default: 1 }),
    limitMode: dict('投票次数', 'mall_vote_limit', { numeric: true, required: true, default: 1 }),
    isAnonymous: flag('匿名', { ...rest, default: 1, help: '结果不列出谁投的' }),
    showResult: dict('显示结果', 'mall_vote_shown', { ...rest, numeric: true, required: true, default: 2 }),
    rewardPoint: integer('奖励积分', { ...rest, min: 0, max: 100, default: 0, help: '每位家长只记一次' }),
    startTime: dateTime('开始时间', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
    voteStatus: dict('状态', 'mall_vote_status', { ...made, numeric: true, search: true }),
    options: json<VoteOption[] | null>('投票选项', made),
    totalVotes: integer('总票数', made),
    totalVoters: integer('投票人数', made),
  },
  order: ['-startTime'],
})
