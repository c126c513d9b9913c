-- For HAProxy's checks, from the network of compose.yaml: it may ask a node for its state, and nothing else.
CREATE USER haproxy@'172.30.65.%';
