/// @file
/// An allow-list. A function that is not here is refused, so what matters is that each entry names
/// everything that its function writes through a pointer, and every pointer that it calls or
/// follows. Functions that take and give values alone, the mathematical ones, are most.
#include "library_calls.hpp"

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <string>

#include "value_functions.hpp"

namespace kit::rewriter {
namespace {

using Kind = ArgumentCheck::Kind;
using Table = std::map<std::string_view, LibraryCall>;

ArgumentCheck writes(unsigned argument, unsigned bytes) {
  return {Kind::bytes, argument, bytes};
}
ArgumentCheck fills(unsigned argument, unsigned length) {
  return {Kind::length, argument, length};
}
ArgumentCheck check(Kind kind, unsigned argument) {
  return {kind, argument, 0};
}

void add_memory_and_text(Table& table) {
  for (const char* name :
       {"memcpy", "memmove", "memset", "kit_sim_memcpy", "kit_sim_memmove", "kit_sim_memset",
        "__memcpy_chk", "__memmove_chk", "__memset_chk", "strncpy"})
    table[name] = {"", {fills(0, 2)}};
  for (const char* name : {"memcmp", "memchr", "strlen", "strnlen", "strcmp", "strncmp", "strchr",
                           "strrchr", "strstr", "atoi", "atof", "bcmp"})
    table[name] = {};
  for (const char* name : {"strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof"})
    table[name] = {"", {writes(1, 8)}};
  table["snprintf"] = {"", {fills(0, 1), check(Kind::format, 2)}};
  table["__snprintf_chk"] = {"", {fills(0, 1), check(Kind::format, 4)}};
  table["printf"] = {"", {check(Kind::format, 0)}};
  table["__printf_chk"] = {"", {check(Kind::format, 1)}};
  table["fprintf"] = {"", {check(Kind::output, 0), check(Kind::format, 1)}};
  table["__fprintf_chk"] = {"", {check(Kind::output, 0), check(Kind::format, 2)}};
  for (const char* name : {"puts", "putchar", "perror", "strerror"}) table[name] = {};
  for (const char* name : {"fputs", "fputc", "putc"}) table[name] = {"", {check(Kind::output, 1)}};
  table["fwrite"] = {"", {check(Kind::output, 3)}};
  table["fflush"] = {"", {check(Kind::output, 0)}};
}

void add_c(Table& table) {
  for (const char* name : {"toupper", "tolower", "isalpha", "isdigit", "isalnum", "isspace",
                           "isupper", "islower", "ispunct", "isxdigit"})
    table[name] = {};
  for (const char* name :
       {"rand", "srand", "abs", "labs", "abort", "exit", "__assert_fail", "clock",
        "__stack_chk_fail", "omp_get_max_threads", "omp_get_num_threads", "omp_get_thread_num",
        "omp_get_wtime", "omp_set_num_threads"})
    table[name] = {};
  table["time"] = {"", {writes(0, 8)}};
  table["clock_gettime"] = {"", {writes(1, 16)}};
}

// The student's blocks lie in pages of their own, apart from everything that the kit allocates.
void add_allocation(Table& table) {
  for (const char* name : {"malloc", "kit_sim_malloc", "_Znwm", "_Znam"})
    table[name] = {"kit_sim_student_new", {}};
  table["calloc"] = {"kit_sim_student_calloc", {}};
  table["realloc"] = {"kit_sim_student_realloc", {}};
  for (const char* name : {"aligned_alloc"}) table[name] = {"kit_sim_student_aligned", {}};
  for (const char* name : {"_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"})
    table[name] = {"kit_sim_student_aligned_new", {}};
  for (const char* name :
       {"free", "kit_sim_free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t",
        "_ZdlPvmSt11align_val_t", "_ZdaPvSt11align_val_t", "_ZdaPvmSt11align_val_t"})
    table[name] = {"kit_sim_student_delete", {}};
}

void add_exceptions(Table& table) {
  table["__cxa_allocate_exception"] = {"kit_sim_student_exception", {}};
  table["__cxa_free_exception"] = {"kit_sim_student_free_exception", {}};
  table["__cxa_throw"] = {"kit_sim_student_throw",
                          {check(Kind::constant, 1), check(Kind::entry, 2)}};
  for (const char* name :
       {"_Unwind_Resume", "__cxa_begin_catch", "__cxa_get_exception_ptr", "__cxa_call_unexpected"})
    table[name] = {"", {check(Kind::foreign, 0)}};
  for (const char* name :
       {"__cxa_end_catch", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_throw_bad_array_new_length",
        "__cxa_pure_virtual", "_ZSt9terminatev", "_ZSt17__throw_bad_allocv",
        "_ZSt28__throw_bad_array_new_lengthv", "_ZSt20__throw_length_errorPKc",
        "_ZSt19__throw_logic_errorPKc", "_ZSt20__throw_out_of_rangePKc",
        "_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt24__throw_invalid_argumentPKc",
        "_ZSt25__throw_bad_function_callv", "_ZSt16__throw_bad_castv"})
    table[name] = {};
  for (const char* name :
       {"_ZNSt9exceptionD2Ev", "_ZNSt9exceptionD1Ev", "_ZNSt9exceptionD0Ev",
        "_ZNKSt9exception4whatEv", "_ZNKSt13runtime_error4whatEv", "_ZNKSt11logic_error4whatEv"})
    table[name] = {};
  // The text of such an error is one pointer, which the constructor sets.
  for (const char* name : {"runtime_error", "logic_error", "invalid_argument", "out_of_range",
                           "length_error", "domain_error", "range_error", "overflow_error"}) {
    // The table refers to these names: a deque leaves them where they are.
    static auto* const kept = new std::deque<std::string>;
    const std::string scope = "_ZNSt" + std::to_string(std::string_view(name).size()) + name;
    for (const char* constructor :
         {"C1EPKc", "C2EPKc", "C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
          "C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"}) {
      kept->push_back(scope + constructor);
      table[kept->back()] = {"", {writes(0, 16)}};
    }
    // A destructor counts down where that pointer leads. The text stays where it is instead.
    for (const char* destructor : {"D1Ev", "D2Ev"}) {
      kept->push_back(scope + destructor);
      table[kept->back()] = {"kit_sim_student_keep", {}};
    }
    kept->push_back(scope + "D0Ev");
    table[kept->back()] = {"kit_sim_student_delete", {}};
  }
  table["__cxa_guard_acquire"] = {"", {writes(0, 8)}};
  table["__cxa_guard_release"] = {"", {writes(0, 8)}};
  table["__cxa_guard_abort"] = {"", {writes(0, 8)}};
  table["__cxa_atexit"] = {};  // what runs at exit runs after everything was said
}

void add_streams(Table& table) {
  for (const char* name :
       {"_ZNSolsEi",
        "_ZNSolsEj",
        "_ZNSolsEl",
        "_ZNSolsEm",
        "_ZNSolsEs",
        "_ZNSolsEt",
        "_ZNSolsEx",
        "_ZNSolsEy",
        "_ZNSolsEf",
        "_ZNSolsEd",
        "_ZNSolsEb",
        "_ZNSolsEPKv",
        "_ZNSo3putEc",
        "_ZNSo5flushEv",
        "_ZNSo9_M_insertIdEERSoT_",
        "_ZNSo9_M_insertIlEERSoT_",
        "_ZNSo9_M_insertImEERSoT_",
        "_ZNSo9_M_insertIbEERSoT_",
        "_ZNSo9_M_insertIPKvEERSoT_",
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
        "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"})
    table[name] = {"", {check(Kind::console, 0)}};
  table["_ZNSt8ios_base4InitC1Ev"] = {};  // has no members
  table["_ZNSt8ios_base4InitD1Ev"] = {};
  table["_ZNKSt5ctypeIcE13_M_widen_initEv"] = {"", {check(Kind::foreign, 0)}};
}

void add_cuda(Table& table) {
  for (const char* name : {"_Z16cudaGetLastErrorv",
                           "_Z19cudaPeekAtLastErrorv",
                           "_Z16cudaGetErrorName9cudaError",
                           "_Z18cudaGetErrorString9cudaError",
                           "_Z8cudaFreePv",
                           "_Z12cudaFreeHostPv",
                           "_Z13cudaFreeAsyncPvP11CUstream_st",
                           "_Z21cudaDeviceSynchronizev",
                           "_Z15cudaDeviceResetv",
                           "_Z13cudaSetDevicei",
                           "_Z17cudaStreamDestroyP11CUstream_st",
                           "_Z21cudaStreamSynchronizeP11CUstream_st",
                           "_Z15cudaStreamQueryP11CUstream_st",
                           "_Z19cudaStreamWaitEventP11CUstream_stP10CUevent_stj",
                           "_Z16cudaEventDestroyP10CUevent_st",
                           "_Z15cudaEventRecordP10CUevent_stP11CUstream_st",
                           "_Z20cudaEventSynchronizeP10CUevent_st",
                           "_Z14cudaEventQueryP10CUevent_st",
                           "_Z18cudaHostUnregisterPv",
                           "_Z20cudaMemPrefetchAsyncPKvm15cudaMemLocationjP11CUstream_st",
                           "_Z13cudaMemAdvisePKvm16cudaMemoryAdvise15cudaMemLocation",
                           "_Z18cudaSetDeviceFlagsj",
                           "_Z14cudaInitDeviceijj",
                           "_Z18cudaDeviceSetLimit9cudaLimitm",
                           "_Z24cudaDeviceSetCacheConfig13cudaFuncCache",
                           "_Z26cudaDeviceEnablePeerAccessij",
                           "_Z27cudaDeviceDisablePeerAccessi",
                           "_Z22cudaStreamBeginCaptureP11CUstream_st21cudaStreamCaptureMode",
                           "_Z15cudaGraphUploadP14CUgraphExec_stP11CUstream_st",
                           "_Z15cudaGraphLaunchP14CUgraphExec_stP11CUstream_st",
                           "_Z20cudaGraphExecDestroyP14CUgraphExec_st",
                           "_Z16cudaGraphDestroyP10CUgraph_st",
                           "_Z17cudaMemPoolTrimToP18CUmemPoolHandle_stm",
                           "_Z18cudaMemPoolDestroyP18CUmemPoolHandle_st",
                           "_Z20cudaDeviceSetMemPooliP18CUmemPoolHandle_st",
                           "_Z23cudaMemPoolSetAttributeP18CUmemPoolHandle_st15cudaMemPoolAttrPv"})
    table[name] = {};
  for (const char* name :
       {"_Z10cudaMallocPPvm", "_Z14cudaMallocHostPPvmj", "_Z13cudaHostAllocPPvmj",
        "_Z17cudaMallocManagedPPvmj", "_Z15cudaMallocAsyncPPvmP11CUstream_st",
        "_Z16cudaStreamCreatePP11CUstream_st", "_Z25cudaStreamCreateWithFlagsPP11CUstream_stj",
        "_Z28cudaStreamCreateWithPriorityPP11CUstream_stji", "_Z15cudaEventCreatePP10CUevent_st",
        "_Z24cudaEventCreateWithFlagsPP10CUevent_stj", "_Z24cudaHostGetDevicePointerPPvS_j",
        "_Z18cudaDeviceGetLimitPm9cudaLimit", "_Z14cudaGraphClonePP10CUgraph_stS0_",
        "_Z20cudaGraphInstantiatePP14CUgraphExec_stP10CUgraph_sty",
        "_Z20cudaDeviceGetMemPoolPP18CUmemPoolHandle_sti",
        "_Z27cudaDeviceGetDefaultMemPoolPP18CUmemPoolHandle_sti",
        "_Z17cudaMemPoolCreatePP18CUmemPoolHandle_stPK16cudaMemPoolProps",
        "_Z23cudaMallocFromPoolAsyncPPvmP18CUmemPoolHandle_stP11CUstream_st"})
    table[name] = {"", {writes(0, 8)}};
  for (const char* name :
       {"_Z18cudaGetDeviceCountPi", "_Z13cudaGetDevicePi", "_Z21cudaRuntimeGetVersionPi",
        "_Z20cudaDriverGetVersionPi", "_Z22cudaDeviceGetAttributePi14cudaDeviceAttri",
        "_Z20cudaEventElapsedTimePfP10CUevent_stS1_", "_ZN3kit3sim9occupancyEPiim",
        "_Z16cudaHostGetFlagsPjPv", "_Z18cudaGetDeviceFlagsPj",
        "_Z24cudaDeviceGetCacheConfigP13cudaFuncCache", "_Z16cudaChooseDevicePiPK14cudaDeviceProp",
        "_Z23cudaDeviceCanAccessPeerPiii", "_Z25cudaDeviceGetP2PAttributePi17cudaDeviceP2PAttrii"})
    table[name] = {"", {writes(0, 4)}};
  table["_Z20cudaStreamEndCaptureP11CUstream_stPP10CUgraph_st"] = {"", {writes(1, 8)}};
  table["_Z21cudaStreamIsCapturingP11CUstream_stP23cudaStreamCaptureStatus"] = {"", {writes(1, 4)}};
  table["_Z24cudaStreamGetCaptureInfoP11CUstream_stP23cudaStreamCaptureStatusPyPP10CUgraph_st"] = {
      "", {writes(1, 4), writes(2, 8), writes(3, 8)}};
  table["_Z19cudaGraphExecUpdateP14CUgraphExec_stP10CUgraph_stP29cudaGraphExecUpdateResultInfo"] = {
      "", {writes(2, 24)}};
  table["_ZN3kit3sim11graph_nodesEP10CUgraph_stPP14CUgraphNode_stmPm"] = {
      "", {fills(1, 2), writes(3, 8)}};
  table["_Z14cudaMemcpyPeerPviPKvim"] = {"", {fills(0, 4)}};
  table["_Z19cudaMemcpyPeerAsyncPviPKvimP11CUstream_st"] = {"", {fills(0, 4)}};
  table["_Z23cudaMemPoolGetAttributeP18CUmemPoolHandle_st15cudaMemPoolAttrPv"] = {"",
                                                                                  {writes(2, 8)}};
  table["_Z32cudaDeviceGetStreamPriorityRangePiS_"] = {"", {writes(0, 4), writes(1, 4)}};
  // What is registered counts as the program's own memory from then on.
  table["_Z16cudaHostRegisterPvmj"] = {"", {fills(0, 1)}};
  table["_Z15cudaMallocPitchPPvPmmm"] = {"", {writes(0, 8), writes(1, 8)}};
  table["_Z14cudaMemGetInfoPmS_"] = {"", {writes(0, 8), writes(1, 8)}};
  table["_Z23cudaGetDevicePropertiesP14cudaDevicePropi"] = {"", {writes(0, 640)}};
  table["_Z24cudaPointerGetAttributesP21cudaPointerAttributesPKv"] = {"", {writes(0, 24)}};
  table["_Z10cudaMemcpyPvPKvm14cudaMemcpyKind"] = {"", {fills(0, 2)}};
  table["_Z15cudaMemcpyAsyncPvPKvm14cudaMemcpyKindP11CUstream_st"] = {"", {fills(0, 2)}};
  table["_Z10cudaMemsetPvim"] = {"", {fills(0, 2)}};
  table["_Z15cudaMemsetAsyncPvimP11CUstream_st"] = {"", {fills(0, 2)}};
  // The bytes of a row are argument 4 of the copies, 3 of cudaMemset2D; their number comes next.
  table["_Z12cudaMemcpy2DPvmPKvmmm14cudaMemcpyKind"] = {"", {{Kind::pitched, 0, 4}}};
  table["_Z17cudaMemcpy2DAsyncPvmPKvmmm14cudaMemcpyKindP11CUstream_st"] = {"",
                                                                           {{Kind::pitched, 0, 4}}};
  table["_Z12cudaMemset2DPvmimm"] = {"", {{Kind::pitched, 0, 3}}};
  table["_Z17cudaMemset2DAsyncPvmimmP11CUstream_st"] = {"", {{Kind::pitched, 0, 3}}};
  table["_Z18cudaLaunchHostFuncP11CUstream_stPFvPvES1_"] = {"", {check(Kind::entry, 1)}};
}

void add_textures(Table& table) {
  for (const char* name :
       {"_Z13cudaFreeArrayP9cudaArray", "_Z24cudaDestroyTextureObjecty",
        "_Z24cudaDestroySurfaceObjecty",
        "_Z24cudaMemcpy2DArrayToArrayP9cudaArraymmPKS_mmmm14cudaMemcpyKind",
        "_ZN3kit3sim13copy_to_arrayERKNS0_9ArrayPartEPKvmmm14cudaMemcpyKindPKc",
        "_ZN3kit3sim13fetch_elementEyi", "_ZN3kit3sim8fetch_1dEyf", "_ZN3kit3sim8fetch_2dEyff",
        "_ZN3kit3sim9gather_2dEyffi", "_ZN3kit3sim8fetch_3dEyfff",
        "_ZN3kit3sim11fetch_layerEyffiNS0_12SurfaceShapeE",
        "_ZN3kit3sim12read_surfaceEyiii23cudaSurfaceBoundaryModeNS0_12SurfaceShapeEj",
        // Writes to arrays alone, and within them.
        "_ZN3kit3sim13write_surfaceEyiii23cudaSurfaceBoundaryModeNS0_12SurfaceShapeEjNS0_5TexelE"})
    table[name] = {};
  for (const char* name :
       {"_Z15cudaMallocArrayPP9cudaArrayPK21cudaChannelFormatDescmmj",
        "_Z17cudaMalloc3DArrayPP9cudaArrayPK21cudaChannelFormatDesc10cudaExtentj",
        "_Z23cudaCreateTextureObjectPyPK16cudaResourceDescPK15cudaTextureDescPK20"
        "cudaResourceViewDesc",
        "_Z23cudaCreateSurfaceObjectPyPK16cudaResourceDesc"})
    table[name] = {"", {writes(0, 8)}};
  for (const char* name : {"_Z32cudaGetTextureObjectResourceDescP16cudaResourceDescy",
                           "_Z32cudaGetSurfaceObjectResourceDescP16cudaResourceDescy"})
    table[name] = {"", {writes(0, 144)}};
  table["_Z31cudaGetTextureObjectTextureDescP15cudaTextureDescy"] = {"", {writes(0, 72)}};
  table["_Z18cudaGetChannelDescP21cudaChannelFormatDescPK9cudaArray"] = {"", {writes(0, 20)}};
  table["_Z16cudaArrayGetInfoP21cudaChannelFormatDescP10cudaExtentPjP9cudaArray"] = {
      "", {writes(0, 20), writes(1, 24), writes(2, 4)}};
  table["_ZN3kit3sim15copy_from_arrayEPvmmmRKNS0_9ArrayPartE14cudaMemcpyKindPKc"] = {
      "", {{Kind::pitched, 0, 2}}};
}

void add_simulator(Table& table) {
  for (const char* name : {"_ZN3kit3sim12enter_kernelEv",
                           "_ZN3kit3sim13block_barrierENS0_7CombineEi",
                           "_ZN3kit3sim12enter_kernelEj",
                           "_ZN3kit3sim9in_kernelEv",
                           "_ZN3kit3sim12warp_barrierEj",
                           "_ZN3kit3sim5fenceEv",
                           "_ZN3kit3sim11block_fenceEv",
                           "_ZN3kit3sim14read_only_loadEPKvm",
                           "_ZN3kit3sim12yield_threadEv",
                           "_ZN3kit3sim13note_arrivalsEv",
                           "_ZN3kit3sim4trapEv",
                           "_ZN3kit3sim8clock_nsEv",
                           "_ZN3kit3sim7lane_idEv",
                           "_ZN3kit3sim15converged_lanesEv",
                           "_ZN3kit3sim14is_cooperativeEv",
                           "_ZN3kit3sim12grid_barrierEv",
                           "_ZN3kit3sim7shuffleEjyNS0_7ShuffleEii",
                           "_ZN3kit3simcmE9cudaErrorNS0_9DiscardedE",
                           "_ZN3kit3sim13DynamicShared20dynamic_shared_bytesEv",
                           "_ZN3kit3sim26raise_dynamic_shared_limitEi",
                           "_ZN3kit3sim10use_streamEP11CUstream_stPKc",
                           "_ZN3kit3sim13blocking_copyEPKc",
                           "_ZN3kit3sim13refuse_extentEPKc"})
    table[name] = {};
  // Written when the thread waits; by then it is shared memory still.
  table["_ZN3kit3sim10start_copyEPvPKvmm"] = {"", {fills(0, 2)}};
  table["_ZN3kit3sim13commit_copiesEv"] = table["_ZN3kit3sim15wait_for_copiesEm"] = {};
  table["_ZN3kit3sim16in_shared_memoryEPKv"] = {};
  table["_ZN3kit3sim11xorwow_skipEPjyj"] = {"", {writes(0, 20)}};
  table["_ZN3kit3sim19function_attributesEP18cudaFuncAttributes"] = {"", {writes(0, 56)}};
  table["_ZN3kit3sim8atomic_1ENS0_8AtomicOpENS0_10AtomicTypeEPvmmNS0_11AtomicScopeE"] = {
      "", {writes(2, 1)}};
  table["_ZN3kit3sim8atomic_2ENS0_8AtomicOpENS0_10AtomicTypeEPvmmNS0_11AtomicScopeE"] = {
      "", {writes(2, 2)}};
  table["_ZN3kit3sim8atomic_4ENS0_8AtomicOpENS0_10AtomicTypeEPvmmNS0_11AtomicScopeE"] = {
      "", {writes(2, 4)}};
  table["_ZN3kit3sim8atomic_8ENS0_8AtomicOpENS0_10AtomicTypeEPvmmNS0_11AtomicScopeE"] = {
      "", {writes(2, 8)}};
  table["_ZN3kit3sim4voteEjyNS0_4VoteEPi"] = {"", {writes(3, 4)}};
  table["_ZN3kit3sim15register_symbolEPvm"] = {"", {fills(0, 1)}};
  table["_ZN3kit3sim11fill_sharedEPvm"] = {"", {fills(0, 1)}};
  table["_ZN3kit3sim11copy_symbolEPvmS1_mm14cudaMemcpyKindbm"] = {
      "", {fills(0, 1), {Kind::from, 2, 3}}};
  table["_ZN3kit3sim17look_at_argumentsERKNS0_10LaunchSiteEPKvm"] = {};
  table["_ZN3kit3sim10run_launchERKNS0_12LaunchConfigERKNS0_10LaunchSiteEPFvPvES7_m"] = {
      "", {check(Kind::entry, 2)}};
}

void add_mathematics(Table& table) {
  for (const char* name : {"frexp", "frexpf", "remquo", "remquof", "lgamma_r", "lgammaf_r"})
    table[name] = {"", {writes(0, 4)}};
  table["modf"] = {"", {writes(0, 8)}};
  table["modff"] = {"", {writes(0, 4)}};
  table["sincos"] = {"", {writes(0, 8), writes(1, 8)}};
  table["sincosf"] = {"", {writes(0, 4), writes(1, 4)}};
}

Table all_calls() {
  Table table;
  add_memory_and_text(table);
  add_c(table);
  add_allocation(table);
  add_exceptions(table);
  add_streams(table);
  add_cuda(table);
  add_textures(table);
  add_simulator(table);
  add_mathematics(table);
  return table;
}

}  // namespace

const LibraryCall* find_library_call(std::string_view symbol) {
  static const Table* const table = new Table(all_calls());
  static const LibraryCall harmless;
  const auto found = table->find(symbol);
  if (found != table->end()) return &found->second;
  return is_of_values(symbol) || is_hook(symbol) ? &harmless : nullptr;
}

bool is_hook(std::string_view symbol) {
  return symbol.starts_with("__tsan_") || symbol.starts_with("__sanitizer_cov_") ||
         symbol.starts_with("__ubsan_handle_") || symbol.starts_with("kit_sim_member_") ||
         symbol.starts_with("kit_sim_announced");
}

bool is_students_name(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return false;
  std::string_view scope = symbol.substr(2);
  while (!scope.empty() && (scope[0] == 'N' || scope[0] == 'K' || scope[0] == 'Z' ||
                            scope[0] == 'L' || scope[0] == 'T'))
    scope.remove_prefix(1);
  if (scope.empty() || std::isdigit(static_cast<unsigned char>(scope[0])) == 0) return false;
  const std::string_view name = scope.substr(scope.find_first_not_of("0123456789"));
  return !name.starts_with("cuda") && !scope.starts_with("3kit") && !name.starts_with("kit_sim") &&
         !scope.starts_with("9__gnu_cxx") && !scope.starts_with("10__cxxabiv1");
}

}  // namespace kit::rewriter
