/** Edits pictures of the workspace: size, crop, rotation, format, marks, blurred regions, contact sheet, metadata. */
import { fits, flips, outputFormats, positions, units } from '#workers/images/edits.ts';
import { defineTool } from '../tool.ts';

const area = {
  x: { type: 'number', description: 'From the left.' },
  y: { type: 'number', description: 'From the top.' },
  width: { type: 'number', minimum: 1, description: 'Width.' },
  height: { type: 'number', minimum: 1, description: 'Height.' },
} as const;

export const editImage = defineTool({
  name: 'edit_image',
  title: 'Edit images',
  description:
    'Resize, crop, rotate, flip, convert, caption or blur pictures of the workspace (SVG drawings too), put them on a contact sheet, or only remove their metadata.',
  category: 'io',
  parameters: {
    type: 'object',
    properties: {
      paths: {
        type: 'array',
        items: { type: 'string', minLength: 1, description: 'A path.' },
        maxItems: 100,
        description:
          "The pictures: files, patterns such as 'photos/*.jpg', or folders. Without any edit, only their metadata is removed, without loss.",
      },
      output: {
        type: 'string',
        minLength: 1,
        description:
          "A file, if there is one picture; otherwise a folder. Defaults to new files beside the originals, such as 'a-edited.jpg'.",
      },
      overwrite: {
        type: 'boolean',
        default: false,
        description: 'Replace existing files; without output, the originals.',
      },
      blur: {
        type: 'array',
        items: {
          type: 'object',
          properties: area,
          required: ['x', 'y', 'width', 'height'],
          description: 'A region.',
        },
        maxItems: 100,
        description: 'Edits happen in the order of these parameters. Regions to make unreadable.',
      },
      crop: {
        type: 'object',
        properties: area,
        required: ['x', 'y', 'width', 'height'],
        description: 'The part to keep.',
      },
      unit: {
        type: 'string',
        enum: units,
        default: 'pixels',
        description:
          'Of blur and crop: pixels of the file, upright (you may see it scaled down), or percent of its width and height.',
      },
      rotate: {
        type: 'number',
        description: 'Degrees, clockwise. Photos are always turned upright first.',
      },
      flip: { type: 'string', enum: flips, description: 'Mirror it.' },
      width: { type: 'integer', minimum: 1, maximum: 16_384, description: 'Width of the box to fit into.' },
      height: {
        type: 'integer',
        minimum: 1,
        maximum: 16_384,
        description: 'Height of the box; one of the two is enough. Both the same limit the longest side.',
      },
      fit: {
        type: 'string',
        enum: fits,
        default: 'shrink',
        description:
          "'shrink': keeps its shape, never enlarges. 'inside': the same, also enlarges. 'cover': exactly this size, the rest is cut off. 'stretch': exactly this size, distorted.",
      },
      draw: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'A text; without it, a rectangle.' },
            position: { type: 'string', enum: positions, description: 'Instead of x and y.' },
            ...area,
            size: { type: 'number', minimum: 1, description: 'Height of the text, or width of the line.' },
            color: { type: 'string', description: 'Of the text or the line, as CSS writes it.' },
            fill: { type: 'string', description: 'Behind the text, or in the rectangle.' },
          },
          description: 'A text or a rectangle.',
        },
        maxItems: 100,
        description: 'Texts and rectangles, in pixels of the result.',
      },
      format: {
        type: 'string',
        enum: outputFormats,
        description: 'Defaults to that of the output file or of the original.',
      },
      quality: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Of JPEG and WebP. Defaults to 85.',
      },
      contact_sheet: {
        type: 'string',
        minLength: 1,
        description:
          "A file such as 'sheet.jpg': one picture of all of them with their names. Without any other edit, only that is made.",
      },
      keep_metadata: {
        type: 'boolean',
        default: false,
        description: 'Keep date, camera and place, which are removed otherwise.',
      },
    },
    required: ['paths'],
  },
  capabilities: ['files.write', 'host'],
  returns: ['own-words', 'file'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 30,
  async execute(args, context) {
    const { runEdits } = await import('./edit-image/run-edits.ts');
    return runEdits(args, context);
  },
});
