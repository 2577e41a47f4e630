import { type Random, at } from './random.ts'

/** Shares in per mille of the twenty commonest surnames; the others follow in falling order. */
const COMMON: [string, number][] = [
  ['王', 71],
  ['李', 70],
  ['张', 67],
  ['刘', 51],
  ['陈', 46],
  ['杨', 32],
  ['黄', 23],
  ['赵', 22],
  ['吴', 20],
  ['周', 20],
  ['徐', 14],
  ['孙', 14],
  ['马', 13],
  ['朱', 12],
  ['胡', 12],
  ['郭', 12],
  ['何', 11],
  ['林', 11],
  ['高', 10],
  ['罗', 10],
]

const OTHERS =
  '郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严赖覃洪武莫孔' +
  '汤向常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹井祖漆巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慕危玉银亢嵇公哈湛宾戎勾茅利于呼居揭干但尉冶斯元束檀衣信展阴昌智幸奉植衡富尧闭由'
const COMPOUND = ['欧阳', '上官', '司马', '诸葛', '皇甫', '司徒', '东方', '夏侯', '令狐', '端木', '公孙', '慕容']

const SURNAMES = [...new Set([...COMMON.map(([name]) => name), ...Array.from(OTHERS), ...COMPOUND])]
const SURNAME_WEIGHTS = SURNAMES.map(
  (name, rank) => COMMON.find(([one]) => one === name)?.[1] ?? 10 * (20 / rank) ** 1.5,
)

const BOY_FIRST = '子浩宇俊文志嘉明天泽梓博家思一承景旭晨建国'
const BOY_LAST = '轩宇豪杰涵然辰阳睿凯航霖博铭熙强伟鹏磊峰华'
const GIRL_FIRST = '雨欣梓思佳诗语梦静雅婉若可怡芷晓心紫嘉依春'
const GIRL_LAST = '涵怡欣婷萱琪妍颖雯彤瑶琳洁悦菲晴宁瑜蕊薇梅'
const BOY_SINGLE =
  '伟强磊军勇杰涛明超刚平辉鹏飞波斌宇浩凯健俊帆亮毅哲阳晨旭东龙林峰洋翔坤锋航睿博轩尧骏昊霖铭越恒淼彬泽'
const GIRL_SINGLE = '芳娜敏静丽艳娟霞燕玲婷雪倩颖莉慧洁琳丹萍欣怡蕾璐瑶薇妍雯悦琪晴菲岚蓉媛茜彤瑾璇楠婧宁萱露玥翠梅红珊'

/** Characters that old code pages lack; score files lose them first. */
const RARE = ['㛃', '𠅤', '䶮', '犇', '喆', '堃']
const DOTTED_FIRST = ['阿依古丽', '买合木提', '扎西', '巴特尔', '娜仁', '古丽娜', '木拉提', '乌兰']
const DOTTED_LAST = ['阿不都', '艾山', '多吉', '苏日娜', '吐尔逊', '麦麦提', '卓玛', '其其格']

const BOY_NAMES = givenNames(BOY_FIRST, BOY_LAST, BOY_SINGLE)
const GIRL_NAMES = givenNames(GIRL_FIRST, GIRL_LAST, GIRL_SINGLE)

/** Single characters first: they are the commonest and make most of the same-name pairs. */
function givenNames(first: string, last: string, single: string): string[] {
  const seconds = Array.from(last)
  const pairs = Array.from(first).flatMap((one) => seconds.filter((two) => two !== one).map((two) => one + two))
  return [...Array.from(single), ...pairs]
}

/** A name as real lists have them: common ones often, 0.2 % with a middle dot, 0.2 % with a rare character. */
export function personName(random: Random, isMale: boolean): string {
  const kind = random.next()
  if (kind < 0.002) return `${random.pick(DOTTED_FIRST)}·${random.pick(DOTTED_LAST)}`
  const surname = at(SURNAMES, random.weighted(SURNAME_WEIGHTS))
  if (kind < 0.004) return surname + random.pick(RARE)
  const pool = isMale ? BOY_NAMES : GIRL_NAMES
  return surname + at(pool, Math.floor(random.next() ** 1.4 * pool.length))
}

export function isRareName(name: string): boolean {
  return RARE.some((letter) => name.includes(letter))
}

/** Adults: the same surnames with two-character given names. */
export function teacherName(random: Random): string {
  const pool = random.chance(0.4) ? BOY_NAMES : GIRL_NAMES
  return at(SURNAMES, random.weighted(SURNAME_WEIGHTS)) + random.pick(pool)
}

const CITY_SCHOOLS = [
  '第一中学',
  '实验中学',
  '第二中学',
  '外国语学校',
  '师范附属中学',
  '育才中学',
  '第三中学',
  '第七中学',
]
const AREA_SCHOOLS = [
  '第一中学',
  '第二中学',
  '实验高级中学',
  '第三中学',
  '育英中学',
  '高级中学',
  '明德中学',
  '第四中学',
  '启航中学',
  '第五中学',
  '博文高级中学',
  '第六中学',
]

/** The `no`-th school of an area; the first is the one everybody wants to enter. */
export function schoolTail(isCity: boolean, no: number): string {
  const tails = isCity ? CITY_SCHOOLS : AREA_SCHOOLS
  return tails[no - 1] ?? `第${no}中学`
}
