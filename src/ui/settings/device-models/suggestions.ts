/** Suggested small models that are known to work: URLs and published sizes. */

export const suggestions: readonly { name: string; bytes: number; address: string }[] = [
  {
    name: 'SmolLM2 360M',
    bytes: 270_590_880,
    address:
      'https://huggingface.co/bartowski/SmolLM2-360M-Instruct-GGUF/resolve/main/SmolLM2-360M-Instruct-Q4_K_M.gguf',
  },
  {
    name: 'Qwen3 0.6B',
    bytes: 639_000_000,
    address: 'https://huggingface.co/Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf',
  },
  {
    name: 'Qwen3 1.7B',
    bytes: 1_830_000_000,
    address: 'https://huggingface.co/Qwen/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q8_0.gguf',
  },
];
