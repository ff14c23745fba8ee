/** The words with which servers refuse a picture, a file or a message, as opposed to the request as a whole. */

const trouble = String.raw`(?:\bnot\b|n't|\bcannot\b|\bunable\b|\bfail(?:ed|s)?\b|\binvalid\b|\bunsupported\b|\bunknown\b|\bunexpected\b|\bexceeds?\b|\btoo (?:large|big|many|small)\b|\blarger than\b|\bat most\b|\bmaximum\b|\bmissing\b|\bcorrupt|\bmust\b|\bonly\b|\bno (?:endpoints?|pages)\b|\bdisabled\b)`;

/** What is wrong within a sentence of what it is about; `thing` starts and ends at no letter, digit or underscore. */
function troubleWith(thing: string): RegExp {
  const named = String.raw`(?<!\w)(?:${thing})(?!\w)`;
  return new RegExp(`${named}[^]{0,120}?${trouble}|${trouble}[^]{0,120}?${named}`);
}

/**
 * As Anthropic's "Could not process image", OpenAI's "unsupported image", Gemini's "Unable to process input image",
 * OpenRouter's "No endpoints found that support image input", llama.cpp's "image input is not supported", Ollama's
 * "missing data required for image input", LM Studio's "Model does not support images", vLLM's "is not a multimodal
 * model", DeepSeek's "unknown variant `image_url`".
 */
export const imageRefused = troubleWith(
  String.raw`images?(?:[ _]ur[li]|_parse_error)?|input_image|inline_data|invalid_image\w*|pictures?|vision|multi-?modal|mmproj`,
);

/** As Anthropic's "A maximum of 100 PDF pages may be provided" and OpenAI's "Invalid 'input[0].content[1].file_data'". */
export const fileRefused = troubleWith(
  String.raw`pdfs?|application/pdf|documents?|input_file|file_(?:data|url|id)|file (?:inputs?|parts?|content)`,
);

/**
 * As Azure's "content management policy", OpenAI's "flagged as potentially violating our usage policy", OpenRouter's
 * "requires moderation", Alibaba's `data_inspection_failed`, DeepSeek's "Content Exists Risk", Moonshot's "considered high
 * risk", Gemini's `PROHIBITED_CONTENT`.
 */
export const messageRefused =
  /content[_ -]?(?:management |filter|moderat)|content[_ ]policy|responsible ?ai|moderation|flagged|data_?inspection_?failed|inappropriate content|content exists risk|usage (?:policy|policies|guidelines)|considered high risk|prohibited[_ ]content|invalid_prompt|safety (?:system|checks?|filters?)|unsafe or sensitive content/;
