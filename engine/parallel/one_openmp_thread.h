// Keeps OpenMP from starting threads of its own.
#ifndef HEADWISE_ENGINE_PARALLEL_ONE_OPENMP_THREAD_H_
#define HEADWISE_ENGINE_PARALLEL_ONE_OPENMP_THREAD_H_

namespace headwise {

// While it lives, OpenMP regions that the calling thread opens run on that thread alone; then
// the thread's own setting comes back. Needed round the making of oneDNN's plans too: they fix
// the number of threads that they will ask for. Made and destroyed by one thread.
class OneOpenMpThread {
 public:
  OneOpenMpThread();
  ~OneOpenMpThread();
  OneOpenMpThread(const OneOpenMpThread&) = delete;
  OneOpenMpThread& operator=(const OneOpenMpThread&) = delete;

 private:
  const int before_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_PARALLEL_ONE_OPENMP_THREAD_H_
