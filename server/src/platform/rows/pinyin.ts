/** Every syllable of Mandarin, without tones; ü is v. */
const SYLLABLES = new Set(
  `
a ai an ang ao ba bai ban bang bao bei ben beng bi bian biao bie bin bing bo bu ca cai can cang cao ce cen ceng cha
chai chan chang chao che chen cheng chi chong chou chu chua chuai chuan chuang chui chun chuo ci cong cou cu cuan cui
cun cuo da dai dan dang dao de den deng di dia dian diao die ding diu dong dou du duan dui dun duo e ei en eng er fa
fan fang fei fen feng fo fou fu ga gai gan gang gao ge gei gen geng gong gou gu gua guai guan guang gui gun guo ha hai
han hang hao he hei hen heng hong hou hu hua huai huan huang hui hun huo ji jia jian jiang jiao jie jin jing jiong jiu
ju juan jue jun ka kai kan kang kao ke kei ken keng kong kou ku kua kuai kuan kuang kui kun kuo la lai lan lang lao le
lei leng li lia lian liang liao lie lin ling liu long lou lu luan lun luo lv lve ma mai man mang mao me mei men meng
mi mian miao mie min ming miu mo mou mu na nai nan nang nao ne nei nen neng ni nian niang niao nie nin ning niu nong
nou nu nuan nuo nv nve o ou pa pai pan pang pao pei pen peng pi pian piao pie pin ping po pou pu qi qia qian qiang
qiao qie qin qing qiong qiu qu quan que qun ran rang rao re ren reng ri rong rou ru ruan rui run ruo sa sai san sang
sao se sen seng sha shai shan shang shao she shen sheng shi shou shu shua shuai shuan shuang shui shun shuo si song
sou su suan sui sun suo ta tai tan tang tao te teng ti tian tiao tie ting tong tou tu tuan tui tun tuo wa wai wan wang
wei wen weng wo wu xi xia xian xiang xiao xie xin xing xiong xiu xu xuan xue xun ya yan yang yao ye yi yin ying yo
yong you yu yuan yue yun za zai zan zang zao ze zei zen zeng zha zhai zhan zhang zhao zhe zhen zheng zhi zhong zhou
zhu zhua zhuai zhuan zhuang zhui zhun zhuo zi zong zou zu zuan zui zun zuo
  `
    .trim()
    .split(/\s+/),
)

const LONGEST_SYLLABLE = 6
/** As `name_pieces` keeps first letters: up to so many neighbours in a row. */
const LONGEST_RUN = 4
/** Longer texts are no name, and could be read in too many ways. */
const LONGEST_TEXT = 24
const MOST_READINGS = 8

/** One way to read: whole syllables, and of others the first letter alone. */
type Reading = string[]

/**
 * What to look for when a text is pinyin: each way to read it with the fewest bare letters, as pieces of `name_pieces`.
 * `wangxm` is `WANG` and `*WXM`, `xian` is `XIAN` or `XI`, `AN` and `*XA`; a blank or ' parts syllables. Nothing of a
 * text that is none.
 */
export function readPinyin(text: string): string[][] {
  const letters = text.trim().toLowerCase().replaceAll('ü', 'v')
  if (!/^[a-z]+([\s'][a-z]+)*$/.test(letters) || letters.length > LONGEST_TEXT) return []
  return fewestBare(letters).map(piecesOfReading)
}

function isBare(part: string): boolean {
  return !SYLLABLES.has(part)
}

function bareIn(reading: Reading): number {
  return reading.filter(isBare).length
}

/** Readings with the fewest bare letters, from the end of the text to its start. */
function fewestBare(letters: string): Reading[] {
  const from: Reading[][] = Array.from({ length: letters.length }, () => [])
  from[letters.length] = [[]]
  for (let start = letters.length - 1; start >= 0; start -= 1) {
    const read = /[a-z]/.test(letters.charAt(start))
      ? partsAt(letters, start).flatMap((part) => (from[start + part.length] ?? []).map((rest) => [part, ...rest]))
      : (from[start + 1] ?? [])
    const fewest = Math.min(...read.map(bareIn))
    from[start] = read.filter((one) => bareIn(one) === fewest).slice(0, MOST_READINGS)
  }
  return from[0] ?? []
}

/** Syllables that begin at a place, and its first letter. */
function partsAt(letters: string, start: number): string[] {
  const parts = Array.from({ length: LONGEST_SYLLABLE }, (_one, i) => letters.slice(start, start + i + 1))
  const syllables = parts.filter((part, i) => part.length === i + 1 && SYLLABLES.has(part))
  const [first = ''] = parts
  return /[iuv]/.test(first) || syllables.includes(first) ? syllables : [first, ...syllables]
}

function piecesOfReading(reading: Reading): string[] {
  const first = reading.map((part) => part.charAt(0).toUpperCase())
  const runs = Math.max(1, first.length - LONGEST_RUN + 1)
  const inRow = Array.from({ length: runs }, (_one, i) => `*${first.slice(i, i + LONGEST_RUN).join('')}`)
  const whole = reading.filter((part) => !isBare(part)).map((part) => part.toUpperCase())
  // One syllable says its letter as well.
  return first.length === 1 && whole.length === 1 ? whole : [...new Set([...whole, ...inRow])]
}
