import { sql } from 'kysely'

/** How the courses of choice are written in a combination; whoever chooses sits every other course. */
export const COURSE_LETTERS = sql`(values ('物理', '物'), ('历史', '历'), ('化学', '化'), ('生物', '生'), ('政治', '政'),
  ('思想政治', '政'), ('地理', '地'), ('技术', '技')) as letter (course_name, letter)`
