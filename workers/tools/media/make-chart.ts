/** Draws a chart from a Vega-Lite specification and data of the workspace, as SVG and PNG. */
import { defineTool } from '../tool.ts';

export const makeChart = defineTool({
  name: 'make_chart',
  title: 'Make a chart',
  description:
    'Draw a chart from a Vega-Lite specification and data of the workspace, show it in the chat, and save it as SVG and PNG.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      spec: {
        type: 'string',
        minLength: 2,
        description:
          'A Vega-Lite specification as JSON text, such as {"mark":"bar","encoding":{"x":{"field":"month","type":"ordinal"},"y":{"aggregate":"sum","field":"sales"}}}. Its data are values, or the path of a CSV, TSV or JSON file as url. Without width and height it fits the screen of the user.',
      },
      data: {
        type: 'string',
        minLength: 1,
        description: 'The path of a CSV, TSV or JSON file, if the specification names no data.',
      },
      output: {
        type: 'string',
        minLength: 1,
        description:
          "Where to save it, without an ending, such as 'charts/sales'; an existing chart is replaced. Defaults to a free name in charts/.",
      },
      theme: {
        type: 'string',
        enum: ['light', 'dark'],
        default: 'light',
        description: 'Colours of the background and the text.',
      },
    },
    required: ['spec'],
  },
  capabilities: ['files.write'],
  returns: ['own-words', 'file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  async execute(args, context) {
    const { runChart } = await import('./make-chart/run-chart.ts');
    return runChart(args, context);
  },
});
