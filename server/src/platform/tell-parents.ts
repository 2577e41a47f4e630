import type { Ctx } from './ctx.ts'

/** What parents are told. */
export interface ParentNews {
  title: string
  text: string
  /** Of a template message; null where none was chosen. */
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
  text: string
}

/** A way to the parents of students. */
export interface TellParents {
  /** As people are told: 站内通知（班主任转告）. */
  title: string
  /** Tells the parents of each child once, and answers in their order. What throws has told nobody. */
  tell(ctx: Ctx, news: ParentNews, children: Child[]): Promise<ParentTold[]>
}
