/**
 * ActiveMQ Artemis as a JMS provider, for tests without IBM MQ. Its results are not results of IBM
 * MQ.
 */
package io.tidemark.driver.ibmmq.artemis;
