import type { Ctx } from './ctx.ts'

/** What parents are told. */
export interface ParentNews {
  /** One piece of news, at most 20 signs: told again under it, nobody gets it twice. */
  key: string
  title: string
  text: string
  /** Number or name of a template message; null where none was chosen. */
  templateId: string | null
}

/** Whose parents are told. */
export interface Child {
  studentCode: string
  studentName: string
  schoolCode: string
  classCode: string | null
}

/** What became of one of them, in the user's words. */
export interface ParentTold {
  isTold: boolean
  /** Nobody knows whether it arrived: it is not told again. */
  isDoubtful?: boolean
  text: string
}

/** A way to the parents of students. */
export interface TellParents {
  /** As people are told: 站内通知（班主任转告）. */
  title: string
  /** Tells the parents of each child once, and answers in their order. What throws has told nobody. */
  tell(ctx: Ctx, news: ParentNews, children: Child[]): Promise<ParentTold[]>
}

/** One way, and for the children whose parents it did not reach the other one. */
export function tellFirst(first: TellParents, then: TellParents): TellParents {
  return {
    title: `${first.title}，没有收到的用${then.title}`,
    async tell(ctx, news, children) {
      const told = await first.tell(ctx, news, children)
      const isLeft = told.map(({ isTold, isDoubtful }) => !isTold && !isDoubtful)
      const left = children.filter((_child, i) => isLeft[i])
      const toldThen = left.length > 0 ? await tellLeft(ctx, then, news, left) : []
      return told.map((one, i) => (isLeft[i] ? joined(one, toldThen.shift()) : one))
    },
  }
}

/** Some have been told already: what fails now has failed for those left alone. */
async function tellLeft(ctx: Ctx, then: TellParents, news: ParentNews, left: Child[]): Promise<ParentTold[]> {
  return then.tell(ctx, news, left).catch((error: unknown) => {
    ctx.log.error({ err: error, key: news.key }, 'parents were not told')
    return left.map(() => ({ isTold: false, text: '发送失败，请稍后再推' }))
  })
}

function joined(one: ParentTold, then: ParentTold | undefined): ParentTold {
  return { isTold: then?.isTold === true, text: [one.text, then?.text].filter(Boolean).join('；') }
}
