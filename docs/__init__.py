"""The documentation as a site: pages by need, and what is generated for them when it is built."""
