/** What courses are called in the heads of tables besides their names; such a word counts where one course of the exam answers to it. */
export const COURSE_WORDS: Record<string, string[]> = {
  语文: ['语'],
  数学: ['数'],
  外语: ['英语', '英', '外'],
  英语: ['外语', '英', '外'],
  物理: ['物'],
  化学: ['化'],
  生物: ['生', '生物学'],
  政治: ['政', '思政', '思想政治', '道法', '道德与法治'],
  思想政治: ['政', '思政', '政治'],
  道德与法治: ['道法', '政', '政治', '思品', '思想品德'],
  历史: ['历', '史'],
  地理: ['地'],
  体育: ['体', '体育与健康'],
  信息技术: ['信', '信息', '信息科技'],
  通用技术: ['通用'],
}

export interface CourseNames {
  name: string
  aliases: string[]
}

/** The course a word stands for: by its name, one of its aliases, or as the only one the word may mean. */
export function findCourse<C extends CourseNames>(courses: C[], word: string): C | undefined {
  const named = courses.find((one) => one.name === word || one.aliases.includes(word))
  if (named) return named
  const meant = courses.filter((one) => [one.name, ...one.aliases].some((name) => COURSE_WORDS[name]?.includes(word)))
  return meant.length === 1 ? meant[0] : undefined
}
