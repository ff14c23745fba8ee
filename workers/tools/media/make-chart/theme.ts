/** How charts look unless the specification says otherwise. */
import type { Config } from 'vega-lite';

/** Also the font of the app; the SVG names it, so that it is drawn alike elsewhere. */
const font = 'system-ui, sans-serif';

/** Okabe and Ito's colours, which people with colour blindness can tell apart; the yellow is darker on white. */
const light = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#8a7a00', '#555555'];
const dark = ['#56b4e9', '#e69f00', '#2fc59a', '#e39cc4', '#ff8a4c', '#8fa8ff', '#f0e442', '#bbbbbb'];

const themes = {
  light: { background: '#ffffff', text: '#1f2328', faint: '#59636e', line: '#d1d9e0', colours: light },
  dark: { background: '#16191d', text: '#f0f3f6', faint: '#a7b0ba', line: '#3d444d', colours: dark },
};

export type Theme = keyof typeof themes;

/** `isNarrow`: for a phone, whose screens are 360 pixels wide and more. */
export type Look = { theme: Theme; isNarrow: boolean };

/** Of the plot, in pixels, where the specification gives none; axes and padding add about 120. */
const sizes = {
  wide: { continuousWidth: 560, continuousHeight: 320, discreteWidth: { step: 36 } },
  narrow: { continuousWidth: 240, continuousHeight: 220, discreteWidth: { step: 28 } },
};

export function themeConfig({ theme, isNarrow }: Look): Config {
  const { background, text, faint, line, colours } = themes[theme];
  const [first = ''] = colours;
  return {
    background,
    font,
    padding: 16,
    view: {
      stroke: null,
      ...sizes[isNarrow ? 'narrow' : 'wide'],
      discreteHeight: { step: 28 },
    },
    title: {
      color: text,
      subtitleColor: faint,
      fontSize: 17,
      subtitleFontSize: 13,
      anchor: 'start',
      offset: 14,
    },
    axis: {
      ...{ labelColor: faint, titleColor: text, labelFontSize: 12, titleFontSize: 13, titleFontWeight: 500 },
      ...{
        domainColor: line,
        tickColor: line,
        gridColor: line,
        gridOpacity: 0.6,
        labelPadding: 6,
        titlePadding: 10,
      },
    },
    axisBand: { labelAngle: 0, labelOverlap: true },
    legend: {
      labelColor: faint,
      titleColor: text,
      labelFontSize: 12,
      titleFontSize: 13,
      symbolType: 'square',
    },
    header: { labelColor: text, titleColor: text, labelFontSize: 12, titleFontSize: 13 },
    range: { category: colours },
    mark: { color: first },
    line: { strokeWidth: 2.5 },
    bar: { cornerRadiusEnd: 3 },
    text: { color: text, fontSize: 12 },
    rule: { color: faint },
  };
}
