/**
 * What differs between JMS providers: the port that the packages mq, artemis and jndi implement.
 */
package io.tidemark.driver.ibmmq.provider;
