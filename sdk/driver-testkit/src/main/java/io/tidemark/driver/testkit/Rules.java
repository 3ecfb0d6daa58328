package io.tidemark.driver.testkit;

/** Rules are default methods, so that each chapter has a file and a driver one test class. */
interface Rules {
  ConformanceBench bench();
}
