/** The run's queues, topics and subscriptions. */
package io.tidemark.driver.ibmmq.topology;
