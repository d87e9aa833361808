// Written by cards.py from common/grader/cards: a multiprocessor's limits, and rates of data sheets.
'use strict';
const cards = [
  {"name": "Tesla T4", "arch": "sm_75", "multiprocessors": 40, "dram_gb_per_s": 320, "fp32_tflop_per_s": 8.1, "shared_kib": 64, "threads": 1024, "blocks": 16},
  {"name": "A100 SXM 40 GB", "arch": "sm_80", "multiprocessors": 108, "dram_gb_per_s": 1555, "fp32_tflop_per_s": 19.5, "shared_kib": 164, "threads": 2048, "blocks": 32},
  {"name": "GeForce RTX 3060 12 GB", "arch": "sm_86", "multiprocessors": 28, "dram_gb_per_s": 360, "fp32_tflop_per_s": 12.7, "shared_kib": 100, "threads": 1536, "blocks": 16},
  {"name": "H100 SXM", "arch": "sm_90", "multiprocessors": 132, "dram_gb_per_s": 3350, "fp32_tflop_per_s": 67, "shared_kib": 228, "threads": 2048, "blocks": 32},
  {"name": "H200 SXM", "arch": "sm_90", "multiprocessors": 132, "dram_gb_per_s": 4800, "fp32_tflop_per_s": 67, "shared_kib": 228, "threads": 2048, "blocks": 32},
];
