/** Finds the time zone of a place: by the browser's zone names, and by a table of countries and cities. */
import type { ZonePlace } from './intent.ts';

/** `zone=name,name`: countries, Chinese names, and cities that are not the name of a zone. */
const zoneTable = `
UTC=utc,gmt,世界时,格林尼治
Asia/Tokyo=japan,osaka,kyoto,东京,日本,大阪,京都
Asia/Shanghai=china,beijing,peking,shenzhen,guangzhou,hangzhou,chengdu,中国,北京,上海,深圳,广州,杭州,成都,重庆,武汉,南京,西安
Asia/Hong_Kong=hongkong,香港
Asia/Taipei=taiwan,台北,台湾
Asia/Macau=澳门
Asia/Seoul=korea,south korea,busan,首尔,韩国
Asia/Singapore=新加坡
Asia/Bangkok=thailand,曼谷,泰国
Asia/Saigon=vietnam,ho chi minh,ho chi minh city,hanoi,越南,河内,胡志明市
Asia/Manila=philippines,马尼拉,菲律宾
Asia/Kuala_Lumpur=malaysia,吉隆坡,马来西亚
Asia/Jakarta=indonesia,雅加达,印度尼西亚,印尼
Asia/Calcutta=india,kolkata,delhi,new delhi,mumbai,bangalore,bengaluru,chennai,hyderabad,印度,新德里,德里,孟买
Asia/Katmandu=nepal,kathmandu,尼泊尔,加德满都
Asia/Karachi=pakistan,islamabad,lahore,巴基斯坦
Asia/Dhaka=bangladesh,孟加拉国
Asia/Dubai=uae,abu dhabi,emirates,迪拜,阿联酋
Asia/Riyadh=saudi arabia,利雅得,沙特
Asia/Tehran=iran,德黑兰,伊朗
Asia/Jerusalem=israel,tel aviv,耶路撒冷,以色列
Europe/Istanbul=turkey,ankara,伊斯坦布尔,土耳其
Europe/Moscow=russia,st petersburg,莫斯科,俄罗斯
Europe/Kiev=ukraine,kyiv,基辅,乌克兰
Europe/London=uk,england,britain,great britain,united kingdom,scotland,edinburgh,manchester,wales,伦敦,英国
Europe/Dublin=ireland,都柏林,爱尔兰
Europe/Lisbon=portugal,porto,里斯本,葡萄牙
Europe/Paris=france,lyon,marseille,巴黎,法国
Europe/Berlin=germany,munich,frankfurt,hamburg,cologne,柏林,德国,慕尼黑,法兰克福
Europe/Madrid=spain,barcelona,valencia,马德里,西班牙,巴塞罗那
Europe/Rome=italy,milan,naples,florence,venice,罗马,意大利,米兰
Europe/Amsterdam=netherlands,holland,rotterdam,the hague,阿姆斯特丹,荷兰
Europe/Brussels=belgium,布鲁塞尔,比利时
Europe/Zurich=switzerland,geneva,basel,bern,苏黎世,日内瓦,瑞士
Europe/Vienna=austria,维也纳,奥地利
Europe/Prague=czechia,czech republic,布拉格,捷克
Europe/Warsaw=poland,krakow,华沙,波兰
Europe/Budapest=hungary,布达佩斯,匈牙利
Europe/Stockholm=sweden,斯德哥尔摩,瑞典
Europe/Oslo=norway,奥斯陆,挪威
Europe/Copenhagen=denmark,哥本哈根,丹麦
Europe/Helsinki=finland,赫尔辛基,芬兰
Europe/Athens=greece,雅典,希腊
Europe/Bucharest=romania,布加勒斯特,罗马尼亚
Atlantic/Reykjavik=iceland,冰岛
Africa/Cairo=egypt,开罗,埃及
Africa/Lagos=nigeria,abuja,尼日利亚
Africa/Nairobi=kenya,内罗毕,肯尼亚
Africa/Johannesburg=south africa,cape town,南非,约翰内斯堡,开普敦
America/New_York=nyc,new york city,boston,washington,washington dc,miami,atlanta,philadelphia,orlando,纽约,华盛顿,波士顿,迈阿密
America/Chicago=dallas,houston,austin,texas,new orleans,芝加哥,休斯顿,达拉斯
America/Denver=salt lake city,丹佛
America/Los_Angeles=la,san francisco,sf,san jose,san diego,seattle,portland,las vegas,california,silicon valley,洛杉矶,旧金山,西雅图,加州,硅谷,拉斯维加斯
Pacific/Honolulu=hawaii,夏威夷
America/Toronto=montreal,ottawa,多伦多,渥太华,蒙特利尔
America/Vancouver=温哥华
America/Mexico_City=mexico,墨西哥,墨西哥城
America/Sao_Paulo=brazil,rio,rio de janeiro,brasilia,巴西,圣保罗,里约
America/Argentina/Buenos_Aires=buenos aires,argentina,布宜诺斯艾利斯,阿根廷
America/Santiago=chile,圣地亚哥,智利
America/Bogota=colombia,波哥大,哥伦比亚
America/Lima=peru,利马,秘鲁
Australia/Sydney=canberra,悉尼
Australia/Melbourne=墨尔本
Australia/Brisbane=布里斯班
Australia/Perth=珀斯
Pacific/Auckland=new zealand,wellington,奥克兰,新西兰`;

/** The zone of a city, a country or a zone name in any case; undefined where it has none or several. */
export function findPlace(text: string): ZonePlace | undefined {
  const key = plain(text)
    .replace(/^(?:the|在)\s*/, '')
    .replace(/(?:时区|那边|那里|市|的)+$/, '');
  const timezone = key && (named(key) ?? zones().find((zone) => matches(zone, key)) ?? zoneId(text.trim()));
  if (!timezone) return undefined;
  return { name: /\p{Script=Han}/u.test(key) ? key : displayed(text.trim()), timezone };
}

function named(key: string): string | undefined {
  const row = zoneTable.split('\n').find((line) =>
    line
      .slice(line.indexOf('=') + 1)
      .split(',')
      .includes(key),
  );
  return row?.slice(0, row.indexOf('='));
}

function zones(): string[] {
  // Older browsers do not list the zones; then there is only the table.
  return typeof Intl.supportedValuesOf === 'function' ? [...Intl.supportedValuesOf('timeZone')] : [];
}

/** Names that are valid but not listed, because the browser prefers an older spelling: Asia/Kolkata. */
function zoneId(name: string): string | undefined {
  if (!/^[A-Za-z]+\/[\w/+-]+$/.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}

function matches(zone: string, key: string): boolean {
  const name = plain(zone);
  return name === key || name.slice(name.lastIndexOf('/') + 1) === key;
}

/** Lower case, without accents, words apart by one space. */
function plain(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare
    .replace(/[_\s]+/g, ' ')
    .replace(/[.']/g, '')
    .trim();
}

function displayed(text: string): string {
  const name = text.slice(text.lastIndexOf('/') + 1).replaceAll('_', ' ');
  if (name.length <= 3) return name.toUpperCase();
  return name.replace(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}
