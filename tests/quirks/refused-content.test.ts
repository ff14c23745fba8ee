/** The words with which servers refuse a picture, a file or a message. `source`: repository and thread. */
import { expect, it } from 'vitest';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { explainStatus } from '#workers/providers/http/http-errors.ts';

type Row = { source: string; status: number; body: object | string; type: ModelErrorType };

const anthropic = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } });
const openai = (message: string, code: string | null = null, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code, ...more },
});
const google = (message: string) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
const llama = (message: string) => ({ error: { code: 500, message, type: 'server_error' } });
const openrouter = (code: number, message: string, metadata: object = {}) => ({
  error: { code, message, metadata },
});

const inData = 'messages.11.content.8.image.source.base64.data';

const rows: readonly Row[] = [
  // Messages
  {
    source: 'anthropics/claude-code#56511',
    status: 400,
    body: anthropic('Could not process image'),
    type: 'image_refused',
  },
  {
    source: 'anthropics/claude-code#42399',
    status: 400,
    body: anthropic(`${inData}: Image format image/png not supported`),
    type: 'image_refused',
  },
  {
    source: 'anthropics/claude-code#13480',
    status: 400,
    body: anthropic(`${inData}: At least one of the image dimensions exceed max allowed size: 8000 pixels`),
    type: 'image_refused',
  },
  {
    source: 'coder/coder#25099',
    status: 400,
    body: anthropic(`${inData}: image exceeds 5 MB maximum: 6300000 bytes > 5242880 bytes`),
    type: 'image_refused',
  },
  {
    source: 'anthropics/claude-code#6231',
    status: 400,
    body: anthropic(
      'messages.38.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
    ),
    type: 'file_refused',
  },
  {
    source: 'anthropics/anthropic-sdk-python#903',
    status: 400,
    body: anthropic('Could not process PDF'),
    type: 'file_refused',
  },
  {
    source: 'anthropics/claude-code#58367',
    status: 400,
    body: anthropic('Output blocked by content filtering policy'),
    type: 'message_refused',
  },
  // Responses and Chat Completions
  {
    source: 'STranslate/STranslate#277',
    status: 400,
    body: openai(
      'You uploaded an unsupported image. Make sure it is a png, jpeg, gif or webp.',
      'invalid_image_format',
    ),
    type: 'image_refused',
  },
  {
    source: 'roboflow/awesome-openai-vision-api-experiments#11',
    status: 400,
    body: openai('Invalid content type. image_url is only supported by certain models.'),
    type: 'image_refused',
  },
  {
    source: 'labring/FastGPT#6256',
    status: 400,
    body: openai('Invalid chat format. Unexpected keys in a message content image dict.'),
    type: 'image_refused',
  },
  {
    source: 'onyx-dot-app/onyx#10893',
    status: 400,
    body: openai(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      'content_filter',
    ),
    type: 'message_refused',
  },
  {
    source: 'own',
    status: 400,
    body: openai(
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
      'invalid_prompt',
    ),
    type: 'message_refused',
  },
  // Gemini
  {
    source: 'google-gemini/gemini-cli#5064',
    status: 400,
    body: google('Unable to process input image. Please retry or report.'),
    type: 'image_refused',
  },
  {
    source: 'AmberSahdev/Open-Interface#64',
    status: 400,
    body: google('Provided image is not valid'),
    type: 'image_refused',
  },
  {
    source: 'musistudio/claude-code-router#845',
    status: 400,
    body: openrouter(400, 'Provider returned error', {
      raw: "Invalid value at 'contents[0].parts[2].inline_data.data' (TYPE_BYTES), Base64 decoding failed",
    }),
    type: 'image_refused',
  },
  {
    source: 'own',
    status: 400,
    body: google('The document has no pages.'),
    type: 'file_refused',
  },
  // OpenRouter and its like
  {
    source: 'NousResearch/hermes-agent#23411',
    status: 404,
    body: openrouter(404, 'No endpoints found that support image input'),
    type: 'image_refused',
  },
  {
    source: 'own',
    status: 403,
    body: openrouter(403, 'openai/gpt-x requires moderation. Your input was flagged for "violence".', {
      reasons: ['violence'],
    }),
    type: 'message_refused',
  },
  {
    source: 'own',
    status: 404,
    body: openrouter(404, 'No endpoints found that support tool use'),
    type: 'tools_refused',
  },
  // llama.cpp, Ollama, LM Studio, vLLM
  {
    source: 'ggml-org/llama.cpp#15377',
    status: 500,
    body: llama(
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ),
    type: 'image_refused',
  },
  {
    source: 'ggml-org/llama.cpp#12947',
    status: 500,
    body: llama('Failed to parse messages: Unsupported content part type: "image_url"; messages = []'),
    type: 'image_refused',
  },
  {
    source: 'open-webui/open-webui#13077',
    status: 500,
    body: openai('failed to process inputs: this model is missing data required for image input'),
    type: 'image_refused',
  },
  {
    source: 'ollama/ollama#11320',
    status: 500,
    body: openai('Failed to create new sequence: failed to process inputs: image: unknown format'),
    type: 'image_refused',
  },
  {
    source: 'ollama/ollama#7247',
    status: 400,
    body: openai('invalid image input'),
    type: 'image_refused',
  },
  {
    source: 'lmstudio-ai/lmstudio-bug-tracker#908',
    status: 400,
    body: { error: 'Model does not support images. Please use a model that does.' },
    type: 'image_refused',
  },
  {
    source: 'lobehub/lobehub#7696',
    status: 400,
    body: { error: "'url' field must be a base64 encoded image." },
    type: 'image_refused',
  },
  {
    source: 'vllm-project/vllm#23402',
    status: 400,
    body: { message: 'some-model is not a multimodal model', code: 400 },
    type: 'image_refused',
  },
  {
    source: 'own',
    status: 400,
    body: { message: 'At most 1 image(s) may be provided in one request.', code: 400 },
    type: 'image_refused',
  },
  // Other services with these formats
  {
    source: 'esengine/DeepSeek-Reasonix#7859',
    status: 400,
    body: openai(
      'Failed to deserialize the JSON body: messages[466]: unknown variant `image_url`, expected `text`',
    ),
    type: 'image_refused',
  },
  {
    source: 'NousResearch/hermes-agent#81326',
    status: 400,
    body: openai('prepare image failed error: failed to decode image: invalid or unsupported image format'),
    type: 'image_refused',
  },
  {
    source: 'deepseek-ai/awesome-deepseek-integration#13',
    status: 400,
    body: openai('Content Exists Risk'),
    type: 'message_refused',
  },
  {
    source: 'CommandCodeAI/command-code#813',
    status: 400,
    body: openai('Input text data may contain inappropriate content.', 'data_inspection_failed'),
    type: 'message_refused',
  },
  // Not the content
  {
    source: 'router-for-me/CLIProxyAPI#4201',
    status: 404,
    body: openai('The model gpt-image-9 does not exist'),
    type: 'model_unknown',
  },
  {
    source: 'own',
    status: 400,
    body: openai("Unknown parameter: 'image_generation'."),
    type: 'bad_request',
  },
  {
    source: 'own',
    status: 400,
    body: anthropic('prompt is too long: 210000 tokens > 200000 maximum'),
    type: 'context_too_long',
  },
];

it.each(rows)('$source: $status $body is $type', async ({ status, body, type }) => {
  const response = new Response(JSON.stringify(body), { status });
  const target = { baseUrl: 'https://api.example.com/v1', apiKey: 'key', model: 'm' };
  expect((await explainStatus(response, target)).type).toBe(type);
});
